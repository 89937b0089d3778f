import { textIn } from '../../strapi/entries';
import { fingerprint } from '../../projection/merge/fingerprint';
import type { Fields } from '../../projection/merge/merge';
import type { WantedArticle } from '../../article-content/wanted-article';
import type { SlugChoice } from './choose-slug';

/**
 * The fields in which readers have what was made of a slug that the article had before: somebody gave it another one
 * and published that, and what a mapping or a function makes of the slug comes after it.
 */
export function madeOfFormer(
  { draft, place }: WantedArticle,
  choice: SlugChoice | null,
  { published, wanted }: Versions,
): Set<string> {
  const made = new Set<string>();
  const { slug = null, former = [] } = choice ?? {};
  if (!draft.withSlug || slug === null || textIn(published, place.mapping.slug) !== slug)
    return made;
  // Mostly it had no other: then nothing has to be compared.
  const others = former.length === 0 ? [] : othersIn(wanted, published);
  if (others.length === 0) return made;
  for (const one of new Set(former)) {
    const then = draft.withSlug(one);
    for (const field of others)
      if (field in then && isSame(then[field], published[field])) made.add(field);
  }
  return made;
}

interface Versions {
  /** What readers have. */
  published: Fields;
  /** What the draft is to show. */
  wanted: Fields;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || fingerprint(one) === fingerprint(other);

const othersIn = (wanted: Fields, published: Fields): string[] =>
  Object.keys(wanted).filter((field) => !isSame(wanted[field], published[field]));
