/** The slugs for which others were asked to make way, and the deliveries that it was for. */
export interface AskedFor extends Deciding {
  slugs: string[];
}

/** The deliveries by which it is decided what an article shows, by position. */
export interface Deciding {
  draft: number | null;
  publication: number | null;
}

const isSame = (known: AskedFor, { draft, publication }: Deciding): boolean =>
  known.draft === draft && known.publication === publication;

/** Whether others were asked for a slug already, for the same deliveries. */
export const wasAskedFor = (known: AskedFor | null, now: Deciding, slug: string): boolean =>
  known !== null && isSame(known, now) && known.slugs.includes(slug);

/** The same with a slug for which another one is asked now. */
export function alsoAskedFor(known: AskedFor | null, now: Deciding, slug: string): AskedFor {
  const { draft, publication } = now;
  const before = known !== null && isSame(known, now) ? known.slugs : [];
  return { draft, publication, slugs: [...new Set([...before, slug])] };
}
