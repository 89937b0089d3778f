import type { Core } from '@strapi/types';
import { without } from '../../../../shared/records';
import { mappingOf } from '../../entries/mapping-of';
import type { EntryPlace } from '../../entries/entry-place';
import { readVersions } from '../../entries/read-entry';
import { unpublishedIn } from '../../entries/unmapped/unmapped-fields';
import { ledgerOf } from '../../ledger/ledger';
import { fingerprint } from '../../projection/merge/fingerprint';
import { holdAfterEdits } from '../hold-after-edits';
import { lookAgain } from '../look-again';
import { takesOffer } from '../takes-offer';
import { underLock } from '../under-lock';

/** A relation of an article that somebody changed from its other side. */
export interface Elsewhere {
  documentId: string;
  /** Of the article; null on a type without locales. */
  locale: string | null;
  field: string;
}

/**
 * Records that somebody chose to what an article leads: where that is deleted later, the receiver has lost nothing,
 * and where the mapping leaves it to the editors, it is not to be published with what the service says.
 * Called once it is saved.
 * @returns the stream that has something to do now: what it waited for may be there, or what is offered was chosen.
 */
export const choseElsewhere = (
  strapi: Core.Strapi,
  { documentId, locale, field }: Elsewhere,
): Promise<string | null> =>
  underLock(strapi, documentId, async (locked) => {
    const mapping = mappingOf(strapi);
    if (locked === null || locked.stream.targetUid !== mapping.uid) return null;
    const { stream } = locked;
    if (stream.locale !== locale) return null;
    const place = { mapping, locale };
    const now = await readVersions(strapi, place, documentId);
    if (now === null) return null;
    const { streamKey, related } = stream;
    const isMapped = Object.hasOwn(mapping.shapes, field);
    const unmapped = isMapped ? stream.unmapped : [...new Set([...stream.unmapped, field])];
    const hold = holdAfterEdits(stream, [field]);
    const { deliveries, streams } = ledgerOf(strapi);
    await streams.save({ ...stream, hold, unmapped, related: without(related, [field]) }, stream);
    const isFree =
      hold?.released === false && (await isPublic(strapi, { place, documentId }, field));
    const waiting = stream.refused ?? (isFree ? hold : null);
    if (waiting) await deliveries.pendAgain(waiting.position);
    const isTaken =
      isMapped && (await takesOffer(strapi, streamKey, { [field]: now.draft[field] }));
    return (isTaken && (await lookAgain(strapi, streamKey))) || waiting ? streamKey : null;
  });

/**
 * Looks again at a publication that is held, once what an article leads to was published: with that, it is public to
 * what the draft leads.
 * @returns the stream that has something to do now.
 */
export const publishedElsewhere = (
  strapi: Core.Strapi,
  { documentId, locale, field }: Elsewhere,
): Promise<string | null> =>
  underLock(strapi, documentId, async (locked) => {
    const mapping = mappingOf(strapi);
    const { hold, streamKey = null } = locked?.stream ?? {};
    if (hold?.released !== false) return null;
    const entry = { place: { mapping, locale }, documentId };
    if (!(await isPublic(strapi, entry, field))) return null;
    await ledgerOf(strapi).deliveries.pendAgain(hold.position);
    return streamKey;
  });

/** Whether a relation of an article is as readers have it, filled by the mapping or left to the editors. */
async function isPublic(
  strapi: Core.Strapi,
  { place, documentId }: { place: EntryPlace; documentId: string },
  field: string,
): Promise<boolean> {
  if (!Object.hasOwn(place.mapping.shapes, field))
    return (await unpublishedIn(strapi, { place, documentId }, [field])).length === 0;
  const now = await readVersions(strapi, place, documentId);
  return fingerprint(now?.draft[field]) === fingerprint(now?.published?.[field]);
}
