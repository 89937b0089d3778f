import { createHash } from 'node:crypto';
import { slugOf } from './slug';

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
 * A tag's slug; always valid, not always unique (`C` and `C++`): the caller makes it so.
 * A name with nothing to write in ASCII gets a stable one made from its identity.
 */
export function tagSlug(name: string): string {
  const slug = slugOf(normalTagName(name));
  if (slug) return slug;
  return `tag-${createHash('sha256').update(tagKey(name)).digest('hex').slice(0, 8)}`;
}

/** The slug of a tag whose `tagSlug` another tag has already (`C` and `C++`); stable. */
export function distinctTagSlug(name: string): string {
  return `${tagSlug(name)}-${createHash('sha256').update(tagKey(name)).digest('hex').slice(0, 6)}`;
}
