import type { Core } from '@strapi/types';
import { isSlugTaken } from '../../entries/entry-slugs';
import type { WantedArticle } from '../../article-content/wanted-article';
import { askerWith, type Asker } from './slug-askers';

/** Another article, which nobody knows yet, has a slug that this one is going to have. */
export class InTheWay extends Error {
  override readonly name = 'InTheWay';

  constructor(
    readonly slug: string,
    readonly other: Asker,
  ) {
    super(`another article has to make way for ${slug}`);
  }
}

/** Which slugs an article may have because it comes before those that have them. */
export interface Precedence {
  /**
   * Whether a slug is taken for an article that asks for one: that one counts as free where the article
   * that has it makes way. Numbered forms of it do not.
   */
  takenFrom(asked: string): (slug: string) => Promise<boolean>;
  /** The articles that have the slugs that were counted as free, by slug. */
  inTheWay: ReadonlyMap<string, Asker>;
}

/** An article that readers are to know comes before those that nobody knows yet. */
export function precedenceOf(
  strapi: Core.Strapi,
  { place, isForReaders, mayAsk, state: { streamKey } }: WantedArticle,
  documentId: string | null,
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
    takenFrom: (asked) => async (slug) =>
      (await isSlugTaken(strapi, place, slug, documentId)) &&
      !(slug === asked && (await makesWay(slug))),
  };
}
