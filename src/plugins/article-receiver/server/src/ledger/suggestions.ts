import type { Core } from '@strapi/types';
import { recordAlert } from '../log/alerts';
import { fromJson, toJson } from '../database/columns';
import { TABLES } from '../database/models';
import { rows, type RowOf } from '../database/rows';
import { inTransaction } from '../database/transaction';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';

/** The feed's value for a field that an editor changed, offered instead of being written. */
export type Suggestion = Omit<RowOf<typeof TABLES.suggestion>, 'value'> & { value: unknown };

const suggestions = (strapi: Core.Strapi) => rows(strapi, TABLES.suggestion);

const toSuggestion = (row: RowOf<typeof TABLES.suggestion>): Suggestion => ({
  ...row,
  value: fromJson(row.value),
});

export interface SuggestionFilter {
  id?: number;
  streamKey?: string;
  documentId?: string;
  state?: Suggestion['state'];
}

/** Suggestions, newest first. */
export async function findSuggestions(
  strapi: Core.Strapi,
  where: SuggestionFilter,
  limit = 100,
): Promise<Suggestion[]> {
  const found = await suggestions(strapi).findMany({ where, orderBy: { id: 'desc' }, limit });
  return found.map(toSuggestion);
}

/** Records the end of a suggestion. Joins the caller's transaction. */
export async function closeSuggestion(
  strapi: Core.Strapi,
  id: number,
  state: Exclude<Suggestion['state'], 'open'>,
  decidedBy: string | null = null,
): Promise<void> {
  await suggestions(strapi).update({
    where: { id },
    data: { state, decidedBy, decidedAt: Date.now() },
  });
}

/**
 * Brings the open suggestions of a stream in line with what its newest delivery offers.
 * Joins the caller's transaction.
 * @param offered the feed's values by field.
 */
export async function offerSuggestions(
  strapi: Core.Strapi,
  stream: { streamKey: string; documentId: string; deliveryPosition: number },
  offered: Fields,
): Promise<void> {
  const open = await findSuggestions(strapi, { streamKey: stream.streamKey, state: 'open' });
  const kept = new Set<string>();
  for (const { id, field, value } of open) {
    if (!Object.hasOwn(offered, field)) await closeSuggestion(strapi, id, 'gone');
    else if (fingerprint(value) === fingerprint(offered[field])) kept.add(field);
    else await closeSuggestion(strapi, id, 'superseded');
  }
  for (const [field, value] of Object.entries(offered)) {
    if (kept.has(field)) continue;
    const { id } = await suggestions(strapi).create({
      data: {
        ...stream,
        field,
        value: toJson(value ?? null),
        state: 'open',
        createdAt: Date.now(),
      },
    });
    const { deliveryPosition } = stream;
    await inTransaction(strapi, ({ trx }) =>
      recordAlert(strapi, trx, { kind: 'suggestion', deliveryPosition, suggestionId: id }),
    );
  }
}
