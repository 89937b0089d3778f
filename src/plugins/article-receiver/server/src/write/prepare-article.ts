import type { Core } from '@strapi/types';
import type { Fields } from '../projection/merge/merge';
import {
  pastLeftToEditors,
  planArticle,
  UNWRITTEN,
  type LastWritten,
  type ArticlePlan,
  type Present,
  type WantedWord,
} from '../projection/article/plan-article';
import { withoutEntry } from '../projection/article/stream-state';
import { isEmptyValue } from '../projection/merge/is-nothing';
import { asIfWritten, madeOf } from '../projection/merge/stored-as';
import type { WantedArticle, ArticleWord } from '../article-content/wanted-article';
import type { AdoptedEntry } from '../../../shared/deliveries/jobs';
import { chooseSlug, type SlugChoice } from './slugs/choose-slug';
import { foreseenSlugs } from './slugs/foreseen-slugs';
import { madeOfFormer } from './slugs/made-of-former';
import { InTheWay, precedenceOf } from './slugs/precedence';
import { takenFor } from './slugs/taken-for';
import { hasLocale, readEntry } from '../entries/read-entry';
import { isDeletedElsewhere } from './deleted-elsewhere';
import { valuesBeforeMadeAgain } from './made-again-files';
import { missedByReaders } from './missed-by-readers';
import { readPresent } from './read-present';
import { contentFingerprint } from './content-fingerprint';
import { findAdoptable } from '../entries/find-adoptable';
import { turnFor } from '../pace/give-way';

/** All that is needed to carry a projection out, or to show what it would do. */
export interface PreparedArticle {
  /** The article's document; null when there has never been one. */
  documentId: string | null;
  present: Present;
  /** Fields of the draft that show what the site's own code made of the value written last. */
  isMade: readonly string[];
  /** The feed's values, with a slug that no other article has. */
  wanted: Fields;
  plan: ArticlePlan;
  /** The plan with the earlier word on publication, for when Strapi refuses the newest; null without one. */
  instead: ArticlePlan | null;
  /** What became of the slug that the feed asks for; null on a type that keeps none. */
  slug: SlugChoice | null;
  /** Unpublished articles that hold a slug by which this one is to be published. */
  inTheWay: readonly InTheWay[];
  /** Somebody deleted the article, and nobody asked for it to come back. */
  isDeleted: boolean;
  /** Another entry that has the article's id by now, whose own is gone: the projection goes on with that. */
  madeAgain: AdoptedEntry | null;
  /** The entry of somebody else that is adopted now; null where none is. */
  adopts: AdoptedEntry | null;
  /** Whether it is public is the editors' of an adopted entry until the service's word changes. */
  isEditors: boolean;
  /** Somebody has already written an entry in the locale to which the article's language leads. */
  isMet: boolean;
  /** The locale that it has to be moved out of; null when it is in the right one. */
  moveFrom: string | null;
  /** When its draft was changed last, in epoch ms; NaN where nothing says so. */
  changedAt: number;
}

/** Looks at an article and decides what to do with it. Writes nothing. */
export async function prepareArticle(
  strapi: Core.Strapi,
  article: WantedArticle,
): Promise<PreparedArticle> {
  const { articleId, place, state, publication, options } = article;
  const asked = { articleId, slug: article.draft.slug };
  const adopted =
    state.documentId === null ? await findAdoptable(strapi, place, asked, options.adopt) : null;
  const documentId = state.documentId ?? adopted?.documentId ?? null;
  // Such an entry is adopted, and the article's former locale stays as it is.
  const isMet = isLeaving(article) && (await hasLocale(strapi, place, article.state.documentId));
  const moveFrom = isMet ? null : await leftLocale(strapi, article);
  // What was written into the one does not speak of the other.
  const seen = isMet ? { ...article, state: withoutEntry(article.state) } : article;
  const { isPublicationBack, unmappedAfter, leftByReaders, changedAt, ...found } =
    await readPresent(strapi, documentId, seen, moveFrom);
  const isTaken = takenFor(strapi, article, found, documentId);
  const precedence = precedenceOf(strapi, article, documentId, isTaken);
  const slug = await chooseSlug(strapi, article, found, documentId, precedence);
  const { draft } = article;
  const own = slug?.slug ?? draft.slug;
  const fields = (own !== draft.slug && draft.withSlug?.(own)) || draft.fields;
  const wanted = { ...fields, ...slug?.fields };
  const isMade = found.draft ? madeOf(state, found.draft) : [];
  const present: Present = {
    ...found,
    draft: asIfWritten(found.draft, isMade, wanted, state),
    published: asIfWritten(found.published, isMade, wanted, state),
    lost: new Set([...found.lost, ...isMade]),
    saidBefore: await valuesBeforeMadeAgain(strapi, seen, found.draft, wanted),
  };
  const isAdopting = adopted !== null || isMet;
  const isAdopted = isAdopting || (state.adoptedBy !== null && present.draft !== null);
  const isFollowed =
    publication?.effect === 'publish' && publication.goesOn && present.published !== null;
  const isEditors = isMet || (isAdopted && !article.changesWord(state) && !isFollowed);
  const past = {
    ...state,
    ...(isMet ? UNWRITTEN : {}),
    ...(isPublicationBack ? UNSAID : {}),
  };
  const missedIn = async (heard: ArticleWord, readers: Fields) =>
    heard.content === draft
      ? madeOfFormer(article, slug, { published: readers, wanted })
      : missedByReaders(strapi, place, heard, readers);
  const planFor = async (word: ArticleWord | null): Promise<ArticlePlan> => {
    const readers = present.published;
    const heard = isEditors ? null : word;
    const isOlder = heard !== null && heard.content !== draft;
    const values = isOlder ? heard.content.fields : wanted;
    const missed = new Set([
      ...(heard && readers ? await missedIn(heard, readers) : []),
      ...leftByReaders.filter((path) => !isEmptyValue(values[path])),
    ]);
    const said = heard && asWanted(heard, past, { values, isOlder, missed });
    await turnFor(wanted);
    const planOf = (now: Present): ArticlePlan =>
      planArticle({ draft: wanted, publication: said }, now, past, options.editorEdits);
    const planned = planOf(present);
    const { write } = planned.merge;
    // What the receiver wrote for a newer delivery may go out with the newest, but not with an older one.
    const mayBeOurs = (path: string): boolean => !isOlder && path in (state.base ?? {});
    if (!present.unmapped.some((path) => path in write || mayBeOurs(path))) return planned;
    return planOf({ ...present, unmapped: await unmappedAfter(write, !isOlder) });
  };
  const plan = await planFor(publication);
  const instead = article.instead && (await planFor(article.instead));
  // The service's earlier words on publication do not apply to an entry that was adopted.
  if (isMet) {
    plan.past.publishedEffect = publication?.effect ?? null;
    plan.past.publishedFingerprint = publication && contentFingerprint(publication, []);
    plan.past.heededPosition = publication?.position ?? null;
  } else if (isEditors) {
    plan.past = pastLeftToEditors(plan, publication);
  }
  if (slug?.offered) plan.merge.suggestions = { ...plan.merge.suggestions, ...slug.offered };
  // The service's own times are no suggestion for an editor; the next delivery writes them.
  for (const clock of place.mapping.clocks) delete plan.merge.suggestions[clock];
  for (const field of draft.unsaid ?? []) delete plan.merge.suggestions[field];
  const isGone =
    state.documentId === null
      ? adopted === null && (await isDeletedElsewhere(strapi, state))
      : present.draft === null;
  const isDeleted = isGone && !state.restore;
  const madeAgain = isGone ? await findSuccessor(strapi, article) : null;
  const foreseen = await foreseenSlugs(article, { present, wanted, plan, instead }, precedence);
  const inTheWay = [...precedence.inTheWay]
    .filter(([taken]) => foreseen.includes(taken))
    .map(([taken, other]) => new InTheWay(taken, other));
  return {
    ...{ documentId, present, isMade, wanted, plan, instead, slug, inTheWay },
    ...{ isDeleted, madeAgain, adopts: adopted, isEditors, isMet, moveFrom, changedAt },
  };
}

/**
 * Another entry with the id of an article whose own was deleted: an importer made it again, or a person did, or it
 * came with a backup of another site. One that has its slug alone is theirs.
 */
const findSuccessor = (
  strapi: Core.Strapi,
  { articleId, place, draft, options }: WantedArticle,
): Promise<AdoptedEntry | null> => {
  const by = options.adopt === 'never' ? 'never' : 'id';
  return findAdoptable(strapi, place, { articleId, slug: draft.slug }, by);
};

/** A past in which the service's word on publication was not carried out yet. */
const UNSAID = {
  publishedEffect: null,
  publishedFingerprint: null,
  wordPosition: null,
  heededPosition: null,
  isByHand: false,
} satisfies Partial<LastWritten>;

const asWanted = (
  word: ArticleWord,
  past: LastWritten,
  content: Pick<WantedWord, 'values' | 'isOlder' | 'missed'>,
): WantedWord => ({
  effect: word.effect,
  position: word.position,
  turned: word.turned,
  fingerprint: contentFingerprint(word, [past.publishedFingerprint, past.hold?.fingerprint]),
  isKnown: word.isKnown,
  ...content,
});

/** Whether the language of the article changed since it was written. */
const isLeaving = (
  article: WantedArticle,
): article is WantedArticle & { state: { documentId: string; locale: string } } => {
  const { place, state } = article;
  return state.documentId !== null && state.locale !== null && state.locale !== place.locale;
};

/** Where the article was until its language changed; null when it is where it belongs. */
async function leftLocale(strapi: Core.Strapi, article: WantedArticle): Promise<string | null> {
  if (!isLeaving(article)) return null;
  const { place, state } = article;
  const { locale, documentId } = state;
  const left = await readEntry(strapi, { ...place, locale }, documentId, 'draft');
  return left && locale;
}
