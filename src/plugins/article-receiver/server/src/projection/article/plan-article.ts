import { decidePublication, type PublicationStep } from '../publication/decide-publication';
import type { Refused } from './refused';
import { fingerprint } from '../merge/fingerprint';
import { mergeFields, type Fields, type Hashes, type Merge } from '../merge/merge';

/** A re-publication that waits for a person, because it would publish an editor's changes too. */
export interface Hold {
  /** Position of the delivery whose publication is held. */
  position: number;
  /** What is to be published. */
  fingerprint: string;
  /** Whether somebody let it go out. */
  released: boolean;
}

/** No content has this fingerprint: whatever is to be published next is new. */
export const NO_CONTENT = '';

/** What the projection of an article did last. */
export interface LastWritten {
  /** Hashes of the field values that it wrote last; null before the first time. */
  base: Hashes | null;
  /** The feed's last word on publication that was carried out. */
  publishedEffect: 'publish' | 'unpublish' | null;
  /**
   * Fingerprint of the content that was published last on the feed's word. `NO_CONTENT` where it is known to
   * readers without one; null where nobody ever published it.
   */
  publishedFingerprint: string | null;
  hold: Hold | null;
  refused: Refused | null;
  /**
   * Position of the delivery whose word on publication was carried out last, or, of an adopted entry that is still
   * public as its editors have it, was said last; null before the first.
   */
  wordPosition: number | null;
  /**
   * Position of the newest delivery whose word readers had, or that was there when an editor decided otherwise: what
   * they decided stays until the feed says something else after it.
   */
  heededPosition: number | null;
  /** Whether somebody published by hand since then. */
  isByHand: boolean;
}

/** The past of an article that the projection has never written. */
export const UNWRITTEN: LastWritten = {
  base: null,
  publishedEffect: null,
  publishedFingerprint: null,
  hold: null,
  refused: null,
  wordPosition: null,
  heededPosition: null,
  isByHand: false,
};

/** A word of the feed on publication. */
export interface WantedWord {
  effect: 'publish' | 'unpublish';
  position: number;
  /** Whether the feed said something else since the word that was heeded last. */
  turned: boolean;
  /** Fingerprint of the content to be published. */
  fingerprint: string;
  /** That content, field by field. */
  values: Fields;
  /** Whether that content is older than what the draft shows. */
  isOlder: boolean;
  /**
   * Fields in which readers have it less something: what was deleted since, where it is older; what is not where the
   * article moves; or as it was made of another slug.
   */
  missed: ReadonlySet<string>;
  /** Whether it was said no later than the word that was carried out last. */
  isKnown: boolean;
}

/** What the feed wants an article to show. */
export interface Wanted {
  /** The draft's values. */
  draft: Fields;
  publication: WantedWord | null;
}

/** The present values of an article; null for a version that does not exist. */
export interface Present {
  draft: Fields | null;
  published: Fields | null;
  /** Fields of the draft that lost their value without a person: what they referred to was deleted, say. */
  lost: ReadonlySet<string>;
  /** Those of them that are what was written, less what was deleted since. */
  bereft: ReadonlySet<string>;
  /** What the feed's values may have been before what they refer to was deleted and made again, by field. */
  saidBefore?: ReadonlyMap<string, readonly unknown[]>;
  /** Fields that the feed does not fill, in which an editor's value is not published. */
  unmapped: readonly string[];
}

export interface ArticlePlan {
  merge: Merge;
  step: PublicationStep;
  /** An editor's changes that a publication would take along, by field. */
  unpublishedEdits: string[];
  past: LastWritten;
}

/**
 * Decides what to do with an article: which fields to write, what to leave to its editors, and
 * what to do about its publication. Pure: carrying it out is another matter, and so is a dry run.
 */
export function planArticle(
  wanted: Wanted,
  present: Present,
  before: LastWritten,
  mode: 'keep' | 'overwrite',
): ArticlePlan {
  // What was said of an adopted entry, and left to its editors, was not carried out.
  const past = before.publishedEffect === null ? { ...before, wordPosition: null } : before;
  const { draft, publication } = wanted;
  const { lost, saidBefore } = present;
  const merge = mergeFields(draft, present.draft, past.base, mode, lost, saidBefore);
  const { refused } = past;
  const isRefused = refused !== null && refused.position === publication?.position;
  const asked = isRefused ? refused.fields : [];
  const edits = [...editsToPublish(present, merge), ...present.unmapped];
  const unpublishedEdits = edits.filter((field) => !asked.includes(field));
  const released =
    past.hold?.released === true && past.hold.fingerprint === publication?.fingerprint;
  const step = decidePublication({
    wanted: publication?.effect ?? null,
    last: present.draft ? past.publishedEffect : null,
    turned: publication?.turned ?? false,
    isPublished: present.published !== null,
    contentChanged:
      (publication?.fingerprint !== past.publishedFingerprint && !isOverruled(publication, past)) ||
      // What was refused then is refused again, and said: the draft has it already.
      (mode === 'overwrite' &&
        (isRefused || readersHaveEdits(publication, past, present, merge))) ||
      // No reason to ask anybody: it goes out with what is published next.
      (unpublishedEdits.length === 0 && isMissed(publication, past, present, merge)),
    draftHasEdits: unpublishedEdits.length > 0 && !released,
    mode,
  });
  const next = nextPast(past, present, { merge, step, publication });
  return { merge, step, unpublishedEdits, past: next };
}

/** What was published by others, before the article was adopted say, readers know as well. */
const knownToReaders = (past: LastWritten, { published }: Present): LastWritten =>
  published === null
    ? past
    : { ...past, publishedFingerprint: past.publishedFingerprint ?? NO_CONTENT };

/**
 * Whether somebody published newer content by hand, who knew of the feed's word. The content of that word may read
 * differently by now (a file came back, a setting changed), and by the settings of then it may have been another's turn:
 * that makes it no new word.
 */
const isOverruled = (
  publication: Wanted['publication'],
  { isByHand, wordPosition }: LastWritten,
): boolean =>
  isByHand && wordPosition !== null && publication?.isOlder === true && publication.isKnown;

/** Whether readers keep something newer that an editor published. */
const isLeftStanding = (
  { step, publication }: Decided,
  past: LastWritten,
  { published }: Present,
): boolean => step === 'none' && published !== null && isOverruled(publication, past);

/**
 * Whether readers have something of an editor's where the service's word has another value: in a field of the draft that
 * is overwritten now, or, published by hand, in one that the draft has as the service says already.
 */
function readersHaveEdits(
  publication: Wanted['publication'],
  { base, isByHand }: LastWritten,
  { published }: Present,
  { write, replaced }: Merge,
): boolean {
  if (publication === null || published === null) return false;
  const { values, isOlder } = publication;
  const isOthers = (field: string) => fingerprint(published[field]) !== fingerprint(values[field]);
  const edited = Object.keys(write).filter((field) => replaced[field] !== base?.[field]);
  if (edited.some(isOthers)) return true;
  return isByHand && !isOlder && Object.keys(values).some(isOthers);
}

/**
 * Whether readers miss what was deleted and comes back, or what is made of the slug that somebody gave the article. To
 * the feed the content is the same: entries come back under the ids that they had. Where the draft shows that content,
 * both have lost the same.
 */
function isMissed(
  publication: Wanted['publication'],
  past: LastWritten,
  { draft, published, bereft }: Present,
  { write, held }: Merge,
): boolean {
  if (publication === null || isOverruled(publication, past)) return false;
  const { isOlder, missed } = publication;
  if ([...missed].some((field) => !held.includes(field))) return true;
  if (isOlder) return false;
  return [...bereft].some(
    (field) => field in write && fingerprint(draft?.[field]) === fingerprint(published?.[field]),
  );
}

interface Decided {
  merge: Merge;
  step: PublicationStep;
  publication: Wanted['publication'];
}

function nextPast(before: LastWritten, present: Present, decided: Decided): LastWritten {
  const { merge, step, publication } = decided;
  const { base } = merge;
  const past = knownToReaders(before, present);
  if (step === 'hold' && publication) {
    const { position, fingerprint: content } = publication;
    const hold = { position, fingerprint: content, released: false };
    // The word counts as known, so that an article that an editor unpublishes meanwhile stays unpublished.
    return { ...past, base, publishedEffect: publication.effect, heededPosition: position, hold };
  }
  return {
    base,
    publishedEffect: publication?.effect ?? past.publishedEffect,
    // Also recorded where an editor's decision keeps it unpublished: it must not be news when they publish. Of an older
    // word over which they published something newer, nothing is: readers have what they had.
    publishedFingerprint:
      publication?.effect === 'publish' && !isLeftStanding(decided, past, present)
        ? publication.fingerprint
        : past.publishedFingerprint,
    hold: null,
    refused: null,
    wordPosition: publication?.position ?? past.wordPosition,
    heededPosition: heededBy(present, decided) ?? past.heededPosition,
    isByHand: past.isByHand && step === 'none',
  };
}

/** Position of the feed's word where readers have what it wants, or will have; null where an editor decided otherwise. */
function heededBy({ published }: Present, { step, publication }: Decided): number | null {
  if (!publication) return null;
  const isPublic = step === 'none' ? published !== null : step === 'publish';
  return isPublic === (publication.effect === 'publish') ? publication.position : null;
}

/** The past to remember where a publication failed or was refused: the next projection tries again. */
export const pastWithout = (
  { past: next }: ArticlePlan,
  { draft }: Present,
  past: LastWritten,
  refused: Refused | null,
): LastWritten => ({
  ...next,
  publishedEffect: draft ? past.publishedEffect : null,
  publishedFingerprint: past.publishedFingerprint,
  wordPosition: past.wordPosition,
  heededPosition: past.heededPosition,
  isByHand: past.isByHand,
  // Who released it is not asked a second time.
  hold: past.hold?.released ? past.hold : null,
  refused,
});

/**
 * The past to remember where an adopted entry is still as its editors have it. The word is not carried out, but whoever
 * publishes or unpublishes the entry by hand from then on knows it; who published it before did not.
 */
export const pastLeftToEditors = (
  { past: next }: ArticlePlan,
  word: Pick<WantedWord, 'position' | 'isKnown'> | null,
): LastWritten => ({
  ...next,
  wordPosition: word?.position ?? null,
  isByHand: next.isByHand && (next.publishedEffect === null || word === null || word.isKnown),
});

/**
 * The past to remember where an older word was carried out because Strapi refused the newest, which is tried
 * again the next time.
 */
export const pastInstead = (
  instead: ArticlePlan,
  past: LastWritten,
  refused: Refused,
): LastWritten => ({
  ...instead.past,
  hold: past.hold?.released ? past.hold : null,
  refused,
});

/** The fields in which the draft has an editor's value that the published version does not show. */
const editsToPublish = ({ draft, published }: Present, { held }: Merge): string[] =>
  draft && published
    ? held.filter((field) => fingerprint(draft[field]) !== fingerprint(published[field]))
    : [];
