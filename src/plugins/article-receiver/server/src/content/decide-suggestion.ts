import type { Core } from '@strapi/types';
import { inTransaction } from '../event-log/transaction';
import { lockStream, saveStream } from '../ledger/streams';
import { closeSuggestion, findSuggestions, type Suggestion } from '../ledger/suggestions';
import { fingerprint } from '../projection/fingerprint';
import { readArticle, updateArticle } from './article-document';

export type Decision =
  | { ok: true; suggestion: Suggestion }
  /** It is no longer open: somebody decided before, or a newer delivery took its place. */
  | { ok: false; suggestion: Suggestion | null };

/** Writes the feed's value to the draft. The feed's value is the base from then on. */
export const acceptSuggestion = (strapi: Core.Strapi, id: number, by: string): Promise<Decision> =>
  decide(strapi, id, by, 'accepted');

/** Keeps the editor's value; the same offer is not made again. */
export const rejectSuggestion = (strapi: Core.Strapi, id: number, by: string): Promise<Decision> =>
  decide(strapi, id, by, 'rejected');

async function decide(
  strapi: Core.Strapi,
  id: number,
  by: string,
  state: 'accepted' | 'rejected',
): Promise<Decision> {
  const [found] = await findSuggestions(strapi, { id });
  if (!found) return { ok: false, suggestion: null };
  return inTransaction(strapi, async ({ trx }): Promise<Decision> => {
    const stream = await lockStream(strapi, trx, found.streamKey);
    const [suggestion = found] = await findSuggestions(strapi, { id });
    if (suggestion.state !== 'open') return { ok: false, suggestion };
    const { documentId, field, value } = suggestion;
    if (state === 'accepted') {
      if (!(await readArticle(strapi, documentId, 'draft'))) return { ok: false, suggestion };
      await updateArticle(strapi, documentId, { [field]: value });
    }
    await saveStream(strapi, {
      ...stream,
      base: { ...stream.base, [field]: fingerprint(value) },
      heroFileId:
        field === 'heroImage' && state === 'accepted'
          ? (value as number | null)
          : stream.heroFileId,
    });
    await closeSuggestion(strapi, id, state, by);
    return { ok: true, suggestion: { ...suggestion, state, decidedBy: by, decidedAt: Date.now() } };
  });
}
