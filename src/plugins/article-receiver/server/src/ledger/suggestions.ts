import type { Core } from '@strapi/types';
import { recordAlert } from '../log/alerts';
import { TABLES } from '../database/models';
import { inTransaction } from '../database/transaction';
import { fingerprint } from '../projection/fingerprint';
import type { Fields } from '../projection/merge';

/** `gone`: the two values became equal; `superseded`: a newer delivery offers another. */
export type SuggestionState = 'open' | 'accepted' | 'rejected' | 'superseded' | 'gone';

/** The feed's value for a field that an editor changed, offered instead of being written. */
export interface Suggestion {
  id: number;
  streamKey: string;
  documentId: string;
  field: string;
  value: unknown;
  /** Position of the delivery that offers it. */
  deliveryPosition: number;
  state: SuggestionState;
  /** Epoch ms. */
  createdAt: number;
  /** Epoch ms; null while it is open. */
  decidedAt: number | null;
  /** Who decided, where a person did. */
  decidedBy: string | null;
}

type Row = Omit<Suggestion, 'value' | 'createdAt' | 'decidedAt'> & {
  value: string;
  createdAt: number | string;
  decidedAt: number | string | null;
};

const suggestions = (strapi: Core.Strapi) => strapi.db.query(TABLES.suggestion);

const toSuggestion = ({ value, createdAt, decidedAt, ...row }: Row): Suggestion => ({
  ...row,
  value: JSON.parse(value) as unknown,
  createdAt: Number(createdAt),
  decidedAt: decidedAt === null ? null : Number(decidedAt),
});

export interface SuggestionFilter {
  id?: number;
  streamKey?: string;
  documentId?: string;
  state?: SuggestionState;
}

/** Suggestions, newest first. */
export async function findSuggestions(
  strapi: Core.Strapi,
  where: SuggestionFilter,
  limit = 100,
): Promise<Suggestion[]> {
  const rows = (await suggestions(strapi).findMany({
    where,
    orderBy: { id: 'desc' },
    limit,
  })) as Row[];
  return rows.map(toSuggestion);
}

/** Records the end of a suggestion. Joins the caller's transaction. */
export async function closeSuggestion(
  strapi: Core.Strapi,
  id: number,
  state: Exclude<SuggestionState, 'open'>,
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
    const { id } = (await suggestions(strapi).create({
      data: {
        ...stream,
        field,
        value: JSON.stringify(value ?? null),
        state: 'open',
        createdAt: Date.now(),
      },
    })) as { id: number };
    const { deliveryPosition } = stream;
    await inTransaction(strapi, ({ trx }) =>
      recordAlert(strapi, trx, { kind: 'suggestion', deliveryPosition, suggestionId: id }),
    );
  }
}
