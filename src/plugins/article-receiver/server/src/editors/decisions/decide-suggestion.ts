import type { Core } from '@strapi/types';
import { without } from '../../../../shared/records';
import { inTransaction } from '../../database/transaction';
import { refreshAttention } from '../../entries/attention';
import type { Suggestion } from '../../ledger/people/suggestions';
import { ledgerOf } from '../../ledger/ledger';
import { slugLock, takeLocks } from '../../database/locks';
import { giveUp, remember } from '../../projection/merge/field-history';
import { fingerprint } from '../../projection/merge/fingerprint';
import type { Hashes } from '../../projection/merge/merge';
import { storedForms } from '../../projection/merge/stored-as';
import { administratorId } from '../administrator-id';
import { asProjection } from '../../entries/as-projection';
import { asSent } from '../../mapping/values/as-sent';
import { leavesOf } from '../../mapping/values/compute';
import type { Mapping } from '../../mapping/model/mapping';
import { idsIn } from '../../projection/article/references';
import { asIfMade } from '../../projection/merge/unmade';
import type { StreamState } from '../../projection/article/stream-state';
import { slugHolder, type SlugHolder } from '../../entries/entry-slugs';
import { readDraft, readEntry } from '../../entries/read-entry';
import { updateEntry } from '../../entries/write-entry';
import { notBefore, timeAfter } from '../../entries/write-time';
import { mappingOf } from '../../entries/mapping-of';
import { offeredValue } from './offered-value';

export type SuggestionDecision =
  | { ok: true; suggestion: Suggestion }
  | { ok: false; why: 'missing' }
  | {
      ok: false;
      suggestion: Suggestion;
      why:
        /** Somebody decided before, a newer delivery took its place, or the draft is gone. */
        | 'closed'
        /** The site has its articles in another content type by now. */
        | 'otherType'
        /** The draft has another value than whoever decides had seen. */
        | 'changed';
    }
  | { ok: false; suggestion: Suggestion; why: 'slugTaken'; takenBy: SlugHolder };

/**
 * Writes the feed's value to the draft. The feed's value is the base from then on.
 * @param seen what stands for the draft's value that whoever decides saw; left out where nobody says.
 */
export const acceptSuggestion = (
  strapi: Core.Strapi,
  id: number,
  by: string,
  seen?: string,
): Promise<SuggestionDecision> => decide(strapi, id, by, { state: 'accepted', seen });

/** Keeps the editor's value; the same offer is not made again. */
export const rejectSuggestion = (
  strapi: Core.Strapi,
  id: number,
  by: string,
): Promise<SuggestionDecision> => decide(strapi, id, by, { state: 'rejected' });

async function decide(
  strapi: Core.Strapi,
  id: number,
  by: string,
  { state, seen }: { state: 'accepted' | 'rejected'; seen?: string | undefined },
): Promise<SuggestionDecision> {
  const ledger = ledgerOf(strapi);
  const [found] = await ledger.suggestions.find({ id });
  if (!found) return { ok: false, why: 'missing' };
  const locks = state === 'accepted' ? slugLocks(strapi, found) : [];
  const value = state === 'accepted' ? await offeredValue(strapi, found) : found.value;
  return inTransaction(strapi, async ({ trx }): Promise<SuggestionDecision> => {
    const stream = await ledger.streams.lock(trx, found.streamKey);
    await takeLocks(strapi, trx, locks);
    const [suggestion = found] = await ledger.suggestions.find({ id });
    if (suggestion.state !== 'open') return { ok: false, suggestion, why: 'closed' };
    const { documentId, field } = suggestion;
    const place = { mapping: mappingOf(strapi), locale: stream.locale };
    if (stream.targetUid !== place.mapping.uid) return { ok: false, suggestion, why: 'otherType' };
    let { history } = stream;
    let made: Hashes = {};
    if (state === 'accepted') {
      const dated = await readDraft(strapi, place, documentId);
      if (!dated) return { ok: false, suggestion, why: 'closed' };
      const { draft } = dated;
      const at = timeAfter(dated.changedAt);
      if (seen !== undefined && seen !== fingerprint(draft[field]))
        return { ok: false, suggestion, why: 'changed' };
      if (field === place.mapping.slug) {
        const takenBy = await slugHolder(strapi, place, String(value), documentId);
        if (takenBy) return { ok: false, suggestion, why: 'slugTaken', takenBy };
        await passOn(strapi, found.streamKey, String(value), draft[field]);
      }
      const { [field]: sent } = asSent(place.mapping.shapes, draft);
      if (sent) history = remember(history, { [field]: [fingerprint(sent)] }, at);
      history = giveUp(history, field, fingerprint(draft[field]), at);
      const written = { [field]: value };
      const entry = await notBefore(at, () =>
        asProjection(() =>
          updateEntry(strapi, place, documentId, written, administratorId(strapi)),
        ),
      );
      made = storedForms(written, entry.stored);
    }
    await ledger.streams.save({
      ...stream,
      history,
      storedAs: { ...without(stream.storedAs, [field]), ...made },
      base: { ...stream.base, [field]: fingerprint(asIfMade(value)) },
      ...(state === 'accepted' ? writtenNow(place.mapping, stream, field, value) : {}),
    });
    await ledger.suggestions.close(id, state, by);
    // A publication may have waited for it.
    const waiting = stream.hold ?? stream.refused;
    if (state === 'accepted' && waiting) await ledger.deliveries.pendAgain(waiting.position);
    await ledger.decisions.record({
      kind: 'suggestion',
      choice: state,
      subject: field,
      streamKey: found.streamKey,
      documentId,
      deliveryPosition: found.deliveryPosition,
      decidedBy: by,
    });
    await refreshAttention(strapi, found.streamKey);
    return { ok: true, suggestion: { ...suggestion, state, decidedBy: by, decidedAt: Date.now() } };
  });
}

/** A slug is accepted under its lock: nobody else may find it free meanwhile. */
const slugLocks = (strapi: Core.Strapi, { field, value }: Suggestion): string[] =>
  field === mappingOf(strapi).slug ? [slugLock('article', String(value))] : [];

/** Records that the article gave up a slug: it is a former one now, and who waits for it may get it. */
async function passOn(
  strapi: Core.Strapi,
  streamKey: string,
  slug: string,
  before: unknown,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  if (typeof before !== 'string' || before === slug) return;
  await ledger.slugs.watch(streamKey, [{ slug: before, wasKnown: false }]);
  await ledger.slugs.mark(streamKey, before);
  await ledger.slugs.changed({ taken: [slug], left: [before] }, streamKey);
}

/** The files or documents to which a field refers from now on, on behalf of the feed. */
function writtenNow(
  { shapes }: Mapping,
  { files, related }: StreamState,
  field: string,
  value: unknown,
): Partial<StreamState> {
  const kind = leavesOf(shapes).get(field)?.kind;
  if (kind === 'media') return { files: { ...files, [field]: idsIn(value) as number[] } };
  if (kind === 'relation') return { related: { ...related, [field]: idsIn(value) as string[] } };
  return {};
}

/** The draft's value of a field that a suggestion is about; null when the draft is gone. */
export async function currentValue(
  strapi: Core.Strapi,
  { streamKey, documentId, field }: Suggestion,
): Promise<unknown> {
  const mapping = mappingOf(strapi);
  const stream = await ledgerOf(strapi).streams.read(streamKey);
  if (stream?.targetUid !== mapping.uid) return null;
  const draft = await readEntry(strapi, { mapping, locale: stream.locale }, documentId, 'draft');
  return draft?.[field] ?? null;
}
