import { isRecord } from '../../../shared/records';
import type { ArticleWord } from '../article-content/wanted-article';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import { asIfMade, isUnmade } from '../projection/merge/unmade';

/**
 * Identifies what is published: its content and its former addresses. Its own slug is not among these, so
 * that an older delivery with the same slug, arriving late, does not count as a change. Nor is it one that a document
 * is made which was only offered when the content was published, for another article or for who accepts it.
 * @param known by what content was identified that was published, or is held.
 */
export function contentFingerprint(
  { content, earlierSlugs }: Pick<ArticleWord, 'content' | 'earlierSlugs'>,
  known: readonly (string | null | undefined)[],
): string {
  const { slug, unmadeIds } = content;
  const others = [...new Set(earlierSlugs.filter((earlier) => earlier !== slug))];
  const of = (values: Fields) => fingerprint({ ...values, slug, earlierSlugs: others });
  const fields = asIfMade(content.fields) as Fields;
  const byIds = of(fields);
  if (unmadeIds.size === 0 || known.includes(byIds)) return byIds;
  const byNames = of(withoutIds(content.fields, unmadeIds) as Fields);
  return known.includes(byNames) || isUnmade(fields) ? byNames : byIds;
}

/** A value with what would stand for its documents, had they never been made, in the place of their ids. */
function withoutIds(value: unknown, unmadeIds: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return unmadeIds.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => withoutIds(one, unmadeIds));
  if (!isRecord(value)) return value;
  const fields = Object.entries(value);
  return Object.fromEntries(fields.map(([field, one]) => [field, withoutIds(one, unmadeIds)]));
}
