import type { Core } from '@strapi/types';
import type { Issue } from '../../../shared/deliveries/deliveries';
import type { SettingsAnswer } from '../../../shared/settings/settings';
import { changeSettings, fixedPaths, settingsOf } from '../config/settings';
import { valueAt } from '../config/layers';
import { parseOptions } from '../config/options';
import { settingLimits } from '../config/setting-limits';
import { siteOptionsOf } from '../config/site-options';
import { webhookPath, webhookUrl } from '../receive/webhook-path';
import { ledgerOf } from '../ledger/ledger';
import { siteLocales } from '../entries/locales/locales';
import { mappingOf } from '../entries/mapping-of';
import { administrators } from '../alerts/administrators';

export type SettingsFault = { issues: Issue[] } | { fixed: string };

export interface SettingsService {
  show(): Promise<SettingsAnswer>;
  /**
   * Changes settings; see `SettingsPatch`. They count at once in this process, and within seconds
   * in the others of the site.
   * @returns what is wrong with the change; null when it was made.
   */
  change(patch: unknown): Promise<SettingsFault | null>;
  /** Forgets the organization that `accept.pin` remembers. */
  clearPin(): Promise<void>;
}

/** Ids in a change that are nobody's: mail to them would go nowhere, and nobody would notice. */
async function unknownRecipients(strapi: Core.Strapi, patch: unknown): Promise<Issue[]> {
  const to = valueAt(patch, 'alerts.mail.to');
  const wanted: unknown[] = Array.isArray(to) ? to : [];
  const known = new Set((await administrators(strapi)).map(({ id }) => id));
  return wanted.flatMap((recipient, index) =>
    typeof recipient === 'number' && !known.has(recipient)
      ? [{ path: `alerts.mail.to.${index}`, message: 'expected an administrator who can sign in' }]
      : [],
  );
}

export default ({ strapi }: { strapi: Core.Strapi }): SettingsService => ({
  async show() {
    // Another instance may have changed them a moment ago, and this one not know of it yet.
    const options = await ledgerOf(strapi).settings.refresh();
    const pin = await ledgerOf(strapi).pins.read('orgId');
    return {
      values: settingsOf(options),
      defaults: settingsOf(parseOptions({})),
      fixed: fixedPaths(siteOptionsOf(strapi).site),
      limits: settingLimits(),
      webhook: { url: webhookUrl(strapi), path: webhookPath(strapi) },
      pinned: pin && { orgId: pin.value, pinnedAt: new Date(pin.pinnedAt).toISOString() },
      locales:
        mappingOf(strapi).missingLocale !== null ? [...(await siteLocales(strapi)).codes] : null,
      administrators: await administrators(strapi),
    };
  },

  async change(patch) {
    const unknown = await unknownRecipients(strapi, patch);
    if (unknown.length > 0) return { issues: unknown };
    let fault: SettingsFault | null = null;
    await ledgerOf(strapi).settings.store((stored) => {
      const change = changeSettings(siteOptionsOf(strapi).site, stored, patch);
      fault = null;
      if (change.ok) return change.stored;
      fault = 'fixed' in change ? { fixed: change.fixed } : { issues: change.issues };
      return null;
    });
    return fault;
  },

  clearPin: () => ledgerOf(strapi).pins.clear('orgId'),
});
