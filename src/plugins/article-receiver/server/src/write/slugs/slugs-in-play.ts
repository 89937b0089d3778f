import type { Core } from '@strapi/types';
import { publishedSlug } from '../../entries/entry-slugs';
import { textIn } from '../../strapi/entries';
import { ledgerOf } from '../../ledger/ledger';
import type { StateMove } from '../../ledger/people/alerts';
import type { PublicationStep } from '../../projection/publication/decide-publication';
import type { ArticleWord, WantedArticle } from '../../article-content/wanted-article';
import type { PreparedArticle } from '../prepare-article';

/** The former and the new slug of an article whose public address changes, where the site wants that news. */
export async function movedTo(
  strapi: Core.Strapi,
  { place, options }: WantedArticle,
  { present, slug: choice }: PreparedArticle,
  { step, documentId }: { step: PublicationStep; documentId: string },
): Promise<StateMove | null> {
  const { slug: name, draftAndPublish } = place.mapping;
  if (name === null || choice === null || !options.alerts.news.includes('moved')) return null;
  const from = (draftAndPublish ? present.published : present.draft)?.[name];
  if (!isText(from) || (draftAndPublish && step !== 'publish')) return null;
  const to = draftAndPublish ? await publishedSlug(strapi, place, documentId) : choice.slug;
  return to === null || to === from ? null : { from, to };
}

/** What has become of the slug under which readers find an article, once its publication is carried out. */
export async function publishedSlugNow(
  strapi: Core.Strapi,
  { place, state, draft }: WantedArticle,
  { present, slug: choice }: PreparedArticle,
  { step, word, documentId }: DoneToPublication & { documentId: string },
): Promise<string | null> {
  const { slug: name, draftAndPublish } = place.mapping;
  if (name === null || !draftAndPublish) return null;
  if (step !== 'publish') return textIn(present.published ?? {}, name) ?? state.publishedSlug;
  const isOlder = word !== null && word.content !== draft;
  return isOlder ? publishedSlug(strapi, place, documentId) : (choice?.slug ?? null);
}

/** What was done to the publication of an article. */
interface DoneToPublication {
  step: PublicationStep;
  /** What the service said of it; null where nothing was done. */
  word: ArticleWord | null;
}

/** Marks the articles that wait for a slug which changed hands, and records which slugs this one waits for. */
export async function rememberSlugs(
  strapi: Core.Strapi,
  { state, place, draft, isSettling }: WantedArticle,
  { slug: choice, present, moveFrom }: PreparedArticle,
  { step, word, publishedSlug: published }: DoneToPublication & { publishedSlug: string | null },
): Promise<void> {
  const { streamKey, slug: lastDesired } = state;
  const ledger = ledgerOf(strapi);
  const { slug: name } = place.mapping;
  if (name === null || choice === null) return;
  await ledger.slugs.watch(streamKey, choice.toWatch);
  const isNews = present.draft === null || lastDesired !== draft.slug;
  const before = [present.draft?.[name], present.published?.[name]].filter(isText);
  // With an older delivery it may be the earlier article after all, and get the slug: look again. Not where
  // such a look has just changed nothing: the next one would be for the same.
  const isDone = isSettling && choice.slug === present.draft?.[name];
  if (choice.isWaiting && (isNews || (choice.isMovable && !isDone)))
    await ledger.slugs.mark(streamKey, draft.slug);
  const stays = step === 'none' || step === 'hold' ? [present.published?.[name]] : [];
  const older = step === 'publish' ? word?.content.slug : undefined;
  const now = [choice.slug, older, ...stays].filter(isText);
  // An article that had this slug before must not redirect from it any more.
  const knownBy = [present.published?.[name], state.publishedSlug];
  const isFirst = (slug: string) =>
    slug === published && !knownBy.includes(slug) && choice.awaited.includes(slug);
  const taken = now.filter((slug) => !before.includes(slug) || isFirst(slug));
  // Where the draft keeps the slug by which readers know the article no more, another may redirect from it again.
  const isLast = (slug: string) =>
    slug !== published && knownBy.includes(slug) && choice.awaited.includes(slug);
  const isLeft = (slug: string) => !now.includes(slug) || isLast(slug);
  const left = moveFrom === null ? before.filter(isLeft) : before;
  await ledger.slugs.changed({ taken, left }, streamKey);
}

const isText = (value: unknown): value is string => typeof value === 'string';
