import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { ALERTS, NEWS, type Alert, type News } from '../../../shared/settings/settings';
import { optionsOf } from '../config/site-options';
import type { AlertRow } from '../ledger/people/alerts';
import { ledgerOf } from '../ledger/ledger';
import { withClaim } from '../database/claims';
import { inTransaction } from '../database/transaction';
import { webhookStore } from '../strapi/webhooks';
import { addressOfLog } from './admin-addresses';
import { eventText } from './event-text';
import { grouped } from './group';
import { alertMessagesOf, type AlertMessage } from './alert-messages';
import { explain } from '../faults/explain';

/** How many alerts one look takes; what is left, the next one does. */
const BATCH = 100;

/**
 * The wait for an instance that was killed, and the longest that the listeners of a batch may take: what is
 * told after that would be told again.
 */
const TERMS = { forMs: 60_000, renewedForMs: 30 * 60_000 };

const KEPT_MS = 7 * 24 * 60 * 60_000;

type Kind = Alert | News;

/** The name of an alert as an event of Strapi's, and of its webhooks. */
const eventOf = (kind: Kind): string => `${PLUGIN_ID}.${kind}`;

/** Lets webhooks of the site be made for our events: Strapi takes no others. */
export function allowAlertEvents(strapi: Core.Strapi): void {
  const store = webhookStore(strapi);
  // What is not told is refused, rather than waited for in vain.
  const news = NEWS.filter((kind) => optionsOf(strapi).alerts.news.includes(kind));
  for (const kind of [...ALERTS, ...news]) {
    store.addAllowedEvent(`${PLUGIN_ID}.${kind}`.toUpperCase().replace(/\W/g, '_'), eventOf(kind));
  }
}

/**
 * Sends what has been written down as events of Strapi's, from one instance at a time. Webhooks
 * get them from there. What one that was killed did not send, another one does a minute later.
 * @returns whether there are any left to be sent soon.
 */
export async function emitAlerts(strapi: Core.Strapi): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  const { mail, group } = optionsOf(strapi).alerts;
  const [first] = await ledger.alerts.unsent(1);
  if (!first) return false;
  // Below zero it is by a clock that was wrong: nobody waits for that.
  const age = Date.now() - first.createdAt;
  if (age >= 0 && age < group.withinMs) return true;
  await withClaim(strapi, 'alerts', TERMS, async (held) => {
    const alerts = await ledger.alerts.unsent(BATCH);
    for (const together of grouped(await alertMessagesOf(strapi, alerts), group.over)) {
      await emit(strapi, together);
    }
    const isMailed = ({ kind }: AlertRow) => mail?.states.some((state) => state === kind) ?? false;
    const idsOf = (rows: AlertRow[]) => rows.map(({ id }) => id);
    await inTransaction(strapi, async ({ trx }) => {
      await held.fence(trx);
      await ledger.alerts.markEmitted(idsOf(alerts.filter(isMailed)), { isMailed: false, trx });
      const others = alerts.filter((alert) => !isMailed(alert));
      await ledger.alerts.markEmitted(idsOf(others), { isMailed: true, trx });
    });
    await ledger.alerts.prune(Date.now() - KEPT_MS);
  });
  // Those that another instance is at, and those that came since.
  return true;
}

async function emit(strapi: Core.Strapi, together: readonly AlertMessage[]): Promise<void> {
  const newest = together.at(-1);
  if (!newest) return;
  const { kind } = newest;
  const about = {
    text: eventText(
      kind,
      together.map(({ text }) => text),
    ),
    count: together.length,
    ...newest.payload,
    ...(together.length > 1 ? { url: addressOfLog(strapi) } : {}),
    all: together.map(({ payload }) => payload),
  };
  try {
    await strapi.eventHub.emit(eventOf(kind), about);
  } catch (error) {
    // One that was there before the plugin; see `strapi-patches/listeners-apart.ts` for all others.
    strapi.log.error(`article-receiver: a listener of ${eventOf(kind)} failed: ${explain(error)}`);
  }
}
