import type { Core } from '@strapi/types';
import type { AttemptSummary } from '../../../../shared/deliveries/deliveries';
import type { Outcome } from '../../../../shared/deliveries/outcomes';
import { readReason } from '../../../../shared/deliveries/reasons';
import type { DecisionRow } from '../../ledger/people/decisions';
import { parseIssues, type DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import { titlesIn } from '../../entries/article-titles';
import { optionsOf } from '../../config/site-options';
import { plannedInstant } from '../../projection/publication/planned-day';
import { articlesNow } from './articles-now';
import { outcomeOf } from './outcome';
import { NOWHERE, standingOf, type ArticleNow } from './standing';

const instant = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString();

/** What became of some deliveries, by their position. */
export async function outcomesOf(
  strapi: Core.Strapi,
  deliveries: readonly DeliveryRow[],
): Promise<Map<number, Outcome>> {
  const ledger = ledgerOf(strapi);
  const positions = deliveries.map(({ id }) => id);
  const attempts = await ledger.attempts.onAll(positions);
  const decisions = await ledger.decisions.on(positions);
  const streamKeys = streamKeysOf(deliveries);
  const open = await ledger.suggestions.countOpen(streamKeys);
  const articles = await articlesNow(strapi, streamKeys);
  const drafts = [...articles.values()].flatMap(({ draft }) => draft?.position ?? []);
  const details = await ledger.attempts.details([...new Set([...positions, ...drafts])]);
  const deleted = await deletionsOf(strapi, deliveries);
  const planned = await plannedInstants(strapi, deliveries);
  return new Map(
    deliveries.map((row) => {
      const changes = changesIn(attempts.get(row.id) ?? []);
      const article = articles.get(row.streamKey ?? '') ?? NOWHERE;
      const standing = standingOf(row.id, changes, article);
      // What readers see of one that the draft never showed was written along with the draft.
      const along = standing.inPublic ? article.draft : null;
      const outcome = outcomeOf({
        state: row.state,
        reason: readReason(row),
        discardedAt: instant(row.discardedAt),
        nextAttemptAt: instant(row.nextAttemptAt),
        issues: parseIssues(row.issues),
        changes,
        standing,
        details: details.get(row.id) ?? details.get(along?.position ?? NaN) ?? null,
        suggestions: open.get(row.streamKey ?? '') ?? 0,
        deleted: deleted.get(row.streamKey ?? '') ?? null,
        left: leftOf(row),
        plannedAt: instant(planned.get(row.id) ?? null),
        ...decided(
          decisions.filter(({ deliveryPosition }) => deliveryPosition === row.id),
          article,
        ),
      });
      return [row.id, outcome];
    }),
  );
}

const streamKeysOf = (deliveries: readonly DeliveryRow[]): string[] => [
  ...new Set(deliveries.flatMap(({ streamKey }) => streamKey ?? [])),
];

const leftOf = ({ leftBy, leftAt }: DeliveryRow) =>
  leftBy && leftAt ? { name: leftBy, at: new Date(leftAt).toISOString() } : null;

/** Who deleted the articles that are not there any more, by stream. */
async function deletionsOf(
  strapi: Core.Strapi,
  deliveries: readonly DeliveryRow[],
): Promise<Map<string, { name: string | null; at: string }>> {
  const ledger = ledgerOf(strapi);
  const shown = deliveries.filter(({ state }) => state === 'applied' || state === 'parked');
  const streamKeys = streamKeysOf(shown);
  const deletions = (await ledger.decisions.inStreams(streamKeys)).filter(
    ({ kind }) => kind === 'article',
  );
  if (deletions.length === 0) return new Map();
  const documents = await ledger.documents.of(streamKeys);
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

function decided(decisions: readonly DecisionRow[], { publishedAt }: ArticleNow) {
  const accepted = decisions.filter(
    ({ kind, choice }) => kind === 'suggestion' && choice === 'accepted',
  );
  const last = decisions.filter(({ kind }) => kind === 'publication').at(-1);
  // Somebody may have published the article since, by hand.
  const isOver = last !== undefined && publishedAt !== null && publishedAt > last.decidedAt;
  return {
    accepted: accepted.map(({ subject }) => subject ?? ''),
    notPublished:
      last?.choice === 'discard' && !isOver
        ? { name: last.decidedBy, at: new Date(last.decidedAt).toISOString() }
        : null,
  };
}

/** When deliveries are to be published that are planned for a day to come, in epoch ms. */
async function plannedInstants(
  strapi: Core.Strapi,
  deliveries: readonly DeliveryRow[],
): Promise<Map<number, number>> {
  const { publishOnReady, planned } = optionsOf(strapi);
  if (publishOnReady !== 'planned') return new Map();
  const days = await ledgerOf(strapi).planned.days(
    deliveries.flatMap(({ streamKey }) => streamKey ?? []),
  );
  return new Map([...days].map(([position, day]) => [position, plannedInstant(day, planned)]));
}
