import type { Core } from '@strapi/types';
import type { WantedArticle } from '../../article-content/wanted-article';
import { askerWith, type Asker } from './slug-askers';

/** Another article, which readers do not know yet, holds a slug that this one is going to have. */
export class InTheWay extends Error {
  override readonly name = 'InTheWay';

  constructor(
    readonly slug: string,
    readonly other: Asker,
  ) {
    super(`another article has to make way for ${slug}`);
  }
}

/** Which slugs an article may take from others that readers do not know yet. */
export interface Precedence {
  /**
   * Tells whether a slug is taken, for an article that asks for `asked`. That slug itself counts as free
   * where the article that holds it makes way; numbered forms of it never do.
   */
  takenFrom(asked: string): (slug: string) => Promise<boolean>;
  /** Tells the same where nobody makes way. */
  isTaken(slug: string): Promise<boolean>;
  /** The articles that have to make way, by the slug that was counted as free. */
  inTheWay: ReadonlyMap<string, Asker>;
}

/**
 * An article that is to be published comes before those that were never published.
 * @param isTaken - whether another entry keeps it from having a slug; see `takenFor`
 */
export function precedenceOf(
  strapi: Core.Strapi,
  { place, isForReaders, mayAsk, state: { streamKey } }: WantedArticle,
  documentId: string | null,
  isTaken: (slug: string) => Promise<boolean>,
): Precedence {
  const inTheWay = new Map<string, Asker>();
  const isFirst = isForReaders && place.mapping.draftAndPublish;
  const makesWay = async (slug: string): Promise<boolean> => {
    if (!isFirst || !mayAsk) return false;
    const other = await askerWith(strapi, place, slug, documentId);
    if (!other?.isMovable || other.id === streamKey || !mayAsk(slug, other.id)) return false;
    inTheWay.set(slug, other);
    return true;
  };
  return {
    inTheWay,
    isTaken,
    takenFrom: (asked) => async (slug) =>
      (await isTaken(slug)) && !(slug === asked && (await makesWay(slug))),
  };
}
