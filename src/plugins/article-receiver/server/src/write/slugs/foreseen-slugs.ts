import { textIn } from '../../strapi/entries';
import { uniqueSlug } from '../../projection/addresses/slug';
import type { ArticlePlan, Present } from '../../projection/article/plan-article';
import type { Fields } from '../../projection/merge/merge';
import { foreseenWord } from '../../projection/publication/foreseen-word';
import type { WantedArticle, ArticleWord } from '../../article-content/wanted-article';
import type { Precedence } from './precedence';

/** What an article has now, and the plan for it. */
interface Prepared {
  present: Present;
  wanted: Fields;
  plan: ArticlePlan;
  instead: ArticlePlan | null;
}

/**
 * The slugs that an article will have once its plan is carried out: that of its draft, and that of an older
 * delivery that is to be published. Whether Strapi refuses the plan cannot be foreseen.
 */
export async function foreseenSlugs(
  article: WantedArticle,
  prepared: Prepared,
  { takenFrom }: Precedence,
): Promise<string[]> {
  const { present, plan, instead } = prepared;
  const name = article.place.mapping.slug;
  if (name === null) return [];
  const drafted = textIn({ ...present.draft, ...plan.merge.write }, name);
  const attempt = (word: ArticleWord | null, step = plan.step) =>
    word && { word, step, wasRefused: word.wasRefused };
  const word = foreseenWord(attempt(article.publication), attempt(article.instead, instead?.step));
  const isOlder = word !== null && word.content !== article.draft;
  const older =
    isOlder && !plan.merge.held.includes(name)
      ? await olderSlug(article, prepared, word, takenFrom(word.content.slug))
      : null;
  return [drafted, older].filter((slug) => slug !== null);
}

/** The slug under which an older word is published while the draft shows a newer one. */
export async function olderSlug(
  { place, draft }: WantedArticle,
  { present, wanted }: Pick<Prepared, 'present' | 'wanted'>,
  { content: older }: ArticleWord,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<string> {
  const { slug, longestSlug } = place.mapping;
  const name = slug ?? '';
  const published = textIn(present.published ?? {}, name);
  return older.slug === draft.slug
    ? String(wanted[name])
    : uniqueSlug(older.slug, published, isTaken, undefined, longestSlug);
}
