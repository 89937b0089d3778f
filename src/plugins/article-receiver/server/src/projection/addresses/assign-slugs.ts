import { nextSlug } from './slug';

/** An article that waits for a slug, or has it, and that nobody knows by it yet. */
export interface Claimant {
  id: string;
  /** When the service first spoke of the article, in epoch ms. */
  firstAt: number;
  /** The feed's id of the article: of two from the same moment, the lesser one is the earlier. */
  articleId: string;
}

/**
 * Who of several articles that ask for one slug has it, and which suffixes the others have: a
 * function of their streams, so that it does not matter which arrived first. The later one by what
 * the service says takes the next free suffix.
 *
 * @param isTaken - whether somebody has the slug who is not among the claimants
 * @param longest - how many characters the field for it takes
 * @returns the slug of each, by id
 */
export async function assignSlugs(
  desired: string,
  claimants: readonly Claimant[],
  isTaken: (slug: string) => Promise<boolean>,
  longest?: number,
): Promise<Map<string, string>> {
  const given = new Map<string, string>();
  const used = new Set<string>();
  const isGone = async (slug: string) => used.has(slug) || (await isTaken(slug));
  for (const { id } of [...claimants].sort(earlierFirst)) {
    const slug = (await isGone(desired)) ? await nextSlug(desired, isGone, longest) : desired;
    used.add(slug);
    given.set(id, slug);
  }
  return given;
}

function earlierFirst(a: Claimant, b: Claimant): number {
  return a.firstAt - b.firstAt || (a.articleId < b.articleId ? -1 : 1);
}
