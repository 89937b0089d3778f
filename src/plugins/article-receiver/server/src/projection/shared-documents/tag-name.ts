import { createHash } from 'node:crypto';
import type { WireArticle } from '../../read-delivery/wire';
import { inGermanAscii, slugOf } from '../addresses/slug';

/**
 * A tag's name as it is shown: Unicode NFC, white space and control characters made single spaces,
 * trimmed. May be empty, which is no tag.
 */
export function normalTagName(name: string): string {
  return name
    .replace(/\p{Cs}/gu, '\uFFFD')
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/**
 * What makes two tags the same: the name without regard to case (`Straße`, `STRASSE`).
 * Upper case first, because it unites letters that lower case alone keeps apart (ß and ss, ς and σ).
 */
export function tagKey(name: string): string {
  return normalTagName(normalTagName(name).toUpperCase().toLowerCase());
}

/**
 * How people usually write a name, but for the case of ASCII letters: as it is said, in small or capital letters, with
 * capitals at its beginning or at each word's. Databases may know the case of ASCII letters alone, as SQLite does.
 */
export function writingsOf(name: string): string[] {
  const [small, capital] = [name.toLowerCase(), name.toUpperCase()];
  const first = small.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
  const each = small.replace(/(?<!\S)\p{L}/gu, (letter) => letter.toUpperCase());
  const written = [name, small, capital, first, each];
  const inSmallAscii = (text: string) => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return [...new Set(written.map(inSmallAscii))];
}

/**
 * The same name as it comes from elsewhere, which nobody sees: with its accents as characters of their own, as file
 * systems have them, with a blank before or behind it that was copied along, and with blanks at which no line breaks.
 */
export const unseenFormsOf = (name: string): string[] => {
  const forms = [...new Set([name, name.normalize('NFD')])];
  const unbroken = forms.map((form) => form.replaceAll(' ', '\u00a0'));
  return [...new Set([...forms.flatMap((form) => [form, `${form} `, ` ${form}`]), ...unbroken])];
};

/** Each tag is a document of its own and a relation; an article of the feed has a few. */
export const MAX_TAGS = 250;

/** Longest name of a tag, in characters. Longer ones are no names, and cost much to be compared. */
export const MAX_TAG_LENGTH = 1_000;

/** The tags of an article by what tells them from each other. */
export function distinctTags({ tags }: Pick<WireArticle, 'tags'>): [key: string, name: string][] {
  const names = (tags ?? [])
    .filter((name) => name.length <= MAX_TAG_LENGTH)
    .map(normalTagName)
    .filter((name) => name !== '');
  return [...new Map(names.map((name) => [tagKey(name), name]))];
}

/**
 * A tag's slug as one would write it; always valid. Other names may lead to the same one
 * (`C` and `C++`): `ownTagSlug` tells them apart.
 * A name with nothing to write in ASCII gets a stable one made from its identity.
 */
export function tagSlug(name: string): string {
  const slug = slugOf(normalTagName(name));
  if (slug) return slug;
  return `tag-${hashOf(name, 8)}`;
}

/**
 * The slug of a new tag, from its name alone: which of two tags came first must not show. A name
 * that its slug leaves something out of (`C++`, `Café`) has a short hash of the name behind it;
 * spaces, hyphens and the German umlauts have a usual way of being written in addresses.
 */
export const ownTagSlug = (name: string): string =>
  isToldBySlug(name) ? tagSlug(name) : distinctTagSlug(name);

function isToldBySlug(name: string): boolean {
  const slug = tagSlug(name);
  const written = inGermanAscii(tagKey(name)).replaceAll(' ', '-');
  return written === slug || slugOf(normalTagName(name)) === '';
}

/**
 * Whether a tag has a slug before another whose name leads to the same one (`pour-over`, `pour over`):
 * the one that is written like its slug, else the first by its characters.
 */
export function hasTagSlugBefore(name: string, other: string): boolean {
  const [own, others] = [tagKey(name), tagKey(other)];
  const isPlain = own === tagSlug(name);
  return isPlain === (others === tagSlug(other)) ? own < others : isPlain;
}

/** The slug of a tag whose `ownTagSlug` another tag, or an entry of the site's own, has; stable. */
const distinctTagSlug = (name: string): string => `${tagSlug(name)}-${hashOf(name, 6)}`;

/**
 * The slugs that a tag may have: its own, and the distinct one where another tag, or an entry of the
 * site's own, has that.
 * @param longest the most characters that there is room for.
 */
export function slugsOfTag(name: string, longest = Infinity): { own: string; distinct: string } {
  const cut = (slug: string) => cutTagSlug(slug, name, longest);
  return { own: cut(ownTagSlug(name)), distinct: cut(distinctTagSlug(name)) };
}

/** A tag's slug for a field that takes no more characters than that: the hash tells it apart, too. */
export function cutTagSlug(slug: string, name: string, longest: number): string {
  if (slug.length <= longest) return slug;
  const hash = `-${hashOf(name, 6)}`;
  const room = Math.max(longest - hash.length, 0);
  return slug.slice(0, room).replace(/-+$/, '') + hash;
}

const hashOf = (name: string, digits: number): string =>
  createHash('sha256').update(tagKey(name)).digest('hex').slice(0, digits);
