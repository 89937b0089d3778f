import slugify from 'slugify';

/** Longest slug, in characters: room for a suffix and a path in a 255-character column. */
export const MAX_SLUG_LENGTH = 200;

/** Slugs tried before giving up; so many articles with one title are no accident. */
const MAX_ATTEMPTS = 10_000;

/** Only the start of an over-long text is made into a slug. */
const MAX_SOURCE_LENGTH = 1_000;

const VALID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The general map writes ä as a; in German, and in the addresses people expect, it is ae. */
const GERMAN: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ẞ: 'SS',
};

const UMLAUTS = /[äöüßÄÖÜẞ]/g;

/** A text with German umlauts as they are written where there are none. */
export const inGermanAscii = (text: string): string =>
  text.replace(UMLAUTS, (letter) => GERMAN[letter] ?? letter);

/** Lower-case ASCII letters and digits, joined by single hyphens; 1 to 200 characters. */
export function isValidSlug(slug: string): boolean {
  return slug.length <= MAX_SLUG_LENGTH && VALID.test(slug);
}

/**
 * The slug an article should have: as delivered when that is valid, else made from what was
 * delivered, else from the title, else from the fallback (the source id). Always valid.
 */
export function toSlug(delivered: string | null, title: string, fallback: string): string {
  if (delivered !== null && isValidSlug(delivered)) return delivered;
  return slugOf(delivered ?? '') || slugOf(title) || slugOf(fallback) || 'article';
}

/** A slug for a field that takes no more than so many characters. */
export const slugWithin = (slug: string, longest: number): string => trimmed(slug, longest);

/** Makes a slug from any text; empty when nothing in it can be written in ASCII letters. */
export function slugOf(text: string): string {
  const latin = text
    .slice(0, MAX_SOURCE_LENGTH)
    // Soft hyphens and joiners stand within words, and no letter of a ligature (ﬁ) is in any map.
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{L}\p{Nd}]/gu, (letter) => letter.normalize('NFKC'))
    .normalize('NFC')
    .replace(UMLAUTS, (letter) => GERMAN[letter] ?? letter)
    // Latin letters that no map knows (ǎ, ṽ) lose their marks; й and others keep theirs.
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\p{S}&%'’]+/gu, ' ');
  const words = slugify(latin, { lower: true, strict: true })
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return trimmed(words.slice(0, MAX_SLUG_LENGTH + 1), MAX_SLUG_LENGTH);
}

/**
 * A slug that no other article has.
 *
 * An article that once had to take `x-2` keeps it, also when `x` becomes free: an address that
 * readers know is worth more than a prettier one. Otherwise the first free one of `desired`,
 * `desired-2`, `desired-3`…
 *
 * @param current - the article's slug so far, null for a new article
 * @param isTaken - whether another article (not this one) has the slug
 * @param desiredBefore - what was desired when `current` was given, where known: without it,
 *   a real change from `top-10` to `top` cannot be told from a numbered `top`
 * @param longest - how many characters the field for it takes
 * @throws Error when thousands of numbered slugs are taken
 */
export async function uniqueSlug(
  desired: string,
  current: string | null,
  isTaken: (slug: string) => Promise<boolean> | boolean,
  desiredBefore?: string | null,
  longest?: number,
): Promise<string> {
  const sameWish = desiredBefore === undefined || desiredBefore === desired;
  const isOwn = current !== null && sameWish && isOfFamily(current, desired, longest);
  if (isOwn && !(await isTaken(current))) return current;
  return (await isTaken(desired)) ? nextSlug(desired, isTaken, longest) : desired;
}

/**
 * The first free one of `desired-2`, `desired-3`…
 * @throws Error when thousands of numbered slugs are taken
 */
export async function nextSlug(
  desired: string,
  isTaken: (slug: string) => Promise<boolean> | boolean,
  longest?: number,
): Promise<string> {
  for (let number = 2; number <= MAX_ATTEMPTS; number += 1) {
    const candidate = numbered(desired, number, longest);
    if (!(await isTaken(candidate))) return candidate;
  }
  throw new Error(`No free slug for "${desired}" after ${MAX_ATTEMPTS} attempts`);
}

/** Whether `slug` is `desired` itself or one of its numbered forms. */
export function isOfFamily(slug: string, desired: string, longest?: number): boolean {
  if (slug === desired) return true;
  const number = /-([1-9]\d{0,4})$/.exec(slug)?.[1];
  return number !== undefined && numbered(desired, Number(number), longest) === slug;
}

/** Whether `slug` is a numbered form of `desired`. */
export const isNumbered = (slug: string, desired: string, longest?: number): boolean =>
  slug !== desired && isOfFamily(slug, desired, longest);

/** What all numbered forms of a slug begin with; of a long one, that is less than all of it. */
export function numberedStart(desired: string, longest = MAX_SLUG_LENGTH): string {
  const cut = trimmed(desired, longest - `-${MAX_ATTEMPTS}`.length);
  return cut === desired ? `${desired}-` : cut;
}

/** `desired`, `desired-2`, `desired-3`…, within the length cap. */
function numbered(desired: string, number: number, longest = MAX_SLUG_LENGTH): string {
  if (number === 1) return desired;
  const suffix = `-${number}`;
  return trimmed(desired, longest - suffix.length) + suffix;
}

/** Cut to `length`, at a word's end where one is not far, without hyphens at the ends. */
function trimmed(words: string, length: number): string {
  const whole = words.replace(/^-+|-+$/g, '');
  if (whole.length <= length) return whole;
  const cut = whole.slice(0, length);
  const wordEnd = whole[length] === '-' ? length : cut.lastIndexOf('-');
  return (wordEnd > length / 2 ? cut.slice(0, wordEnd) : cut).replace(/-+$/, '');
}

/**
 * The list of an article's earlier slugs after a change, so that a site can redirect from them.
 * Newest last, each once, never the current one.
 *
 * @param old - the slug before; null for a new article
 * @param now - the slug from now on; null where there is none
 */
export function rememberSlug(
  previous: readonly string[],
  old: string | null,
  now: string | null,
): string[] {
  const earlier = previous.filter((slug) => slug !== now && slug !== old);
  const kept = [...new Set(earlier)];
  return old === null || old === now ? kept : [...kept, old];
}
