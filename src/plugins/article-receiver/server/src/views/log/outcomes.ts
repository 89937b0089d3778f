import type { Core } from '@strapi/types';
import type { AttemptSummary } from '../../../../shared/deliveries';
import type { Outcome } from '../../../../shared/outcomes';
import { readReason } from '../../../../shared/reasons';
import { TABLES } from '../../database/models';
import { rows } from '../../database/rows';
import { attemptsOnAll, detailsOf } from '../../ledger/attempts';
import { decisionsIn, decisionsOn, type DecisionRow } from '../../ledger/decisions';
import { parseIssues, type DeliveryRow } from '../../ledger/deliveries';
import { documentsOf } from '../../ledger/streams';
import { titlesIn } from '../../entries/article-titles';
import { plannedDays } from '../../ledger/planned';
import { optionsOf } from '../../config/site-options';
import { plannedInstant } from '../../projection/publication/planned-day';
import { outcomeOf } from './outcome';

const instant = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString();

/** What became of some deliveries, by their position. */
export async function outcomesOf(
  strapi: Core.Strapi,
  deliveries: readonly DeliveryRow[],
): Promise<Map<number, Outcome>> {
  const positions = deliveries.map(({ id }) => id);
  const attempts = await attemptsOnAll(strapi, positions);
  const details = await detailsOf(strapi, positions);
  const decisions = await decisionsOn(strapi, positions);
  const open = await openSuggestions(strapi, positions);
  const newer = await appliedIn(strapi, deliveries);
  const deleted = await deletionsOf(strapi, deliveries);
  const planned = await plannedInstants(strapi, deliveries);
  return new Map(
    deliveries.map((row) => [
      row.id,
      outcomeOf({
        state: row.state,
        reason: readReason(row),
        discardedAt: instant(row.discardedAt),
        nextAttemptAt: instant(row.nextAttemptAt),
        slug: row.slug,
        issues: parseIssues(row.issues),
        changes: changesIn(attempts.get(row.id) ?? []),
        details: details.get(row.id) ?? null,
        suggestions: open.get(row.id) ?? 0,
        replacedAt: newer.get(row.streamKey ?? '') ?? null,
        deleted: deleted.get(row.streamKey ?? '') ?? null,
        left: leftOf(row),
        plannedAt: instant(planned.get(row.id) ?? null),
        ...decided(decisions.filter(({ deliveryPosition }) => deliveryPosition === row.id)),
      }),
    ]),
  );
}

const leftOf = ({ leftBy, leftAt }: DeliveryRow) =>
  leftBy && leftAt ? { name: leftBy, at: new Date(leftAt).toISOString() } : null;

/** Who deleted the articles that are not there any more, by stream. */
async function deletionsOf(
  strapi: Core.Strapi,
  deliveries: readonly DeliveryRow[],
): Promise<Map<string, { name: string | null; at: string }>> {
  const shown = deliveries.filter(({ state }) => state === 'applied' || state === 'parked');
  const streamKeys = [...new Set(shown.flatMap(({ streamKey }) => streamKey ?? []))];
  const deletions = (await decisionsIn(strapi, streamKeys)).filter(
    ({ kind }) => kind === 'article',
  );
  if (deletions.length === 0) return new Map();
  const documents = await documentsOf(strapi, streamKeys);
  const titles = await titlesIn(strapi, [...documents.values()]);
  return new Map(
    deletions.flatMap(({ streamKey, decidedBy, decidedAt }) => {
      const documentId = documents.get(streamKey ?? '')?.documentId;
      if (streamKey === null || (documentId !== undefined && titles.has(documentId))) return [];
      return [[streamKey, { name: decidedBy || null, at: new Date(decidedAt).toISOString() }]];
    }),
  );
}

/** All that a delivery's projections wrote: one that is repeated has nothing left to write. */
const changesIn = (attempts: readonly AttemptSummary[]): string[] => [
  ...new Set(attempts.flatMap(({ changes }) => changes)),
];

function decided(decisions: readonly DecisionRow[]) {
  const accepted = decisions.filter(
    ({ kind, choice }) => kind === 'suggestion' && choice === 'accepted',
  );
  const last = decisions.filter(({ kind }) => kind === 'publication').at(-1);
  return {
    accepted: accepted.map(({ subject }) => subject ?? ''),
    notPublished:
      last?.choice === 'discard'
        ? { name: last.decidedBy, at: new Date(last.decidedAt).toISOString() }
        : null,
  };
}

/** How many suggestions of each delivery nobody has decided on. */
async function openSuggestions(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<Map<number, number>> {
  const open = await rows(strapi, TABLES.suggestion).findMany({
    select: ['deliveryPosition'],
    where: { deliveryPosition: { $in: positions }, state: 'open' },
  });
  const counts = new Map<number, number>();
  for (const { deliveryPosition: at } of open) counts.set(at, (counts.get(at) ?? 0) + 1);
  return counts;
}

/** When deliveries are to be published that are planned for a day to come, in epoch ms. */
async function plannedInstants(
  strapi: Core.Strapi,
  deliveries: readonly DeliveryRow[],
): Promise<Map<number, number>> {
  const { publishOnReady, planned } = optionsOf(strapi);
  if (publishOnReady !== 'planned') return new Map();
  const days = await plannedDays(
    strapi,
    deliveries.flatMap(({ streamKey }) => streamKey ?? []),
  );
  return new Map([...days].map(([position, day]) => [position, plannedInstant(day, planned)]));
}

/** When the delivery arrived that the article shows, by stream: of superseded ones. */
async function appliedIn(
  strapi: Core.Strapi,
  deliveries: readonly DeliveryRow[],
): Promise<Map<string, string>> {
  const replaced = deliveries.filter(({ state }) => state === 'superseded');
  const streamKeys = [...new Set(replaced.flatMap(({ streamKey }) => streamKey ?? []))];
  if (streamKeys.length === 0) return new Map();
  const applied = await rows(strapi, TABLES.delivery).findMany({
    select: ['streamKey', 'receivedAt'],
    where: { streamKey: { $in: streamKeys }, state: { $in: ['applied', 'parked'] } },
    orderBy: [{ occurredAt: 'asc' }, { sourceUpdatedAt: 'asc' }, { id: 'asc' }],
  });
  return new Map(
    applied.map(({ streamKey, receivedAt }) => [
      streamKey ?? '',
      new Date(receivedAt).toISOString(),
    ]),
  );
}
