import type { Core } from '@strapi/types';
import type { RebuildJob } from '../../../../shared/deliveries/operations';
import { ledgerOf } from '../../ledger/ledger';

/**
 * Asks for every article to be projected again. The runner carries it out, here or in the site.
 * @param restoreDeleted brings back articles that editors deleted.
 * @returns it, or the rebuild or bulk redrive that is under way or paused already.
 */
export async function requestRebuild(
  strapi: Core.Strapi,
  requestedBy: string,
  restoreDeleted: boolean,
): Promise<{ begun: RebuildJob } | { active: RebuildJob }> {
  const ledger = ledgerOf(strapi);
  const active = await ledger.jobs.latest(['running', 'paused']);
  if (active) return { active };
  const total = await ledger.selected.count({});
  const job = { kind: 'rebuild', filter: {}, restoreDeleted, total, requestedBy } as const;
  return ledger.jobs.begin(job);
}
