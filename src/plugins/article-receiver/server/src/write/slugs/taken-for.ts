import type { Core } from '@strapi/types';
import { textIn } from '../../strapi/entries';
import type { WantedArticle } from '../../article-content/wanted-article';
import type { Present } from '../../projection/article/plan-article';
import { isSlugTaken } from '../../entries/entry-slugs';

/**
 * Tells whether another entry keeps an article from having a slug. The one by which readers find the article is its
 * own, also where somebody gave it to another entry by hand: an address does not change because of another article.
 */
export function takenFor(
  strapi: Core.Strapi,
  article: WantedArticle,
  present: Pick<Present, 'draft' | 'published'>,
  documentId: string | null,
): (slug: string) => Promise<boolean> {
  const address = addressOf(article, present);
  return async (slug) => slug !== address && isSlugTaken(strapi, article.place, slug, documentId);
}

/** The slug by which readers find an article where it is written; null where they do not. */
function addressOf(
  { place, state }: WantedArticle,
  { draft, published }: Pick<Present, 'draft' | 'published'>,
): string | null {
  const { slug, draftAndPublish } = place.mapping;
  // In the locale that it goes to, nobody knows it yet.
  if (slug === null || (state.documentId !== null && state.locale !== place.locale)) return null;
  return textIn((draftAndPublish ? published : draft) ?? {}, slug);
}
