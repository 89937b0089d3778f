import type { Core } from '@strapi/types';
import { inTransaction } from '../event-log/transaction';
import { refreshAttention } from '../ledger/attention';
import { lockStream, readStreamState, saveStream } from '../ledger/streams';
import { closeSuggestion, findSuggestions, type Suggestion } from '../ledger/suggestions';
import { fingerprint } from '../projection/fingerprint';
import { readEntry, updateEntry } from './entry-document';
import { targetOf } from './target-of';

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
    const place = { mapping: targetOf(strapi), locale: stream.locale };
    // The site may have its articles in another content type by now.
    if (stream.targetUid !== place.mapping.uid) return { ok: false, suggestion };
    if (state === 'accepted') {
      if (!(await readEntry(strapi, place, documentId, 'draft'))) return { ok: false, suggestion };
      await updateEntry(strapi, place, documentId, { [field]: value });
    }
    await saveStream(strapi, {
      ...stream,
      base: { ...stream.base, [field]: fingerprint(value) },
      files:
        stream.files[field] && state === 'accepted'
          ? { ...stream.files, [field]: filesIn(value) }
          : stream.files,
    });
    await closeSuggestion(strapi, id, state, by);
    await refreshAttention(strapi, found.streamKey);
    return { ok: true, suggestion: { ...suggestion, state, decidedBy: by, decidedAt: Date.now() } };
  });
}

const filesIn = (value: unknown): number[] =>
  [value as number | number[] | null].flat().filter((id) => id !== null);

/** The draft's value of a field that a suggestion is about; null when the draft is gone. */
export async function currentValue(
  strapi: Core.Strapi,
  { streamKey, documentId, field }: Suggestion,
): Promise<unknown> {
  const mapping = targetOf(strapi);
  const stream = await readStreamState(strapi, streamKey);
  if (stream?.targetUid !== mapping.uid) return null;
  const draft = await readEntry(strapi, { mapping, locale: stream.locale }, documentId, 'draft');
  return draft?.[field] ?? null;
}
