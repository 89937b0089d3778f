import { rememberSlug } from '../../projection/addresses/slug';

/**
 * The slugs that an article had before, oldest first and each once: those that it had on this site
 * alone, then the feed's in the order of the stream, so that the order of arrival does not show.
 * A slug by which readers know another article leads there and is left out.
 * @param feed slugs that the feed gave the article, oldest first, with repetitions.
 * @param own slugs that it had on this site, the feed's among them or not.
 * @param slug the one that it has now; null where it has none.
 * @param isKnown whether readers know another article by a slug.
 */
export async function previousSlugs(
  feed: readonly string[],
  own: readonly string[],
  slug: string | null,
  isKnown: (slug: string) => Promise<boolean>,
): Promise<string[]> {
  const all = [...own.filter((earlier) => !feed.includes(earlier)), ...feed];
  const byLastUse = [...new Set(all.reverse())].reverse();
  const free: string[] = [];
  for (const earlier of rememberSlug(byLastUse, null, slug)) {
    if (!(await isKnown(earlier))) free.push(earlier);
  }
  return free;
}
