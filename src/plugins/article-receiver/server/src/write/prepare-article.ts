import type { Core } from '@strapi/types';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import {
  planArticle,
  type ArticlePlan,
  type LastWritten,
  type Present,
  type WantedWord,
} from '../projection/article/plan-article';
import { asIfWritten, madeOf } from '../projection/merge/stored-as';
import { leavesOf } from '../mapping/values/compute';
import { rootOf } from '../mapping/values/changes';
import type { WantedArticle, ArticleWord } from '../article-content/wanted-article';
import type { AdoptedEntry } from '../../../shared/jobs';
import { chooseSlug, type SlugChoice } from './slugs/choose-slug';
import { foreseenSlugs } from './slugs/foreseen-slugs';
import { InTheWay, precedenceOf } from './slugs/precedence';
import { isSlugTaken } from '../entries/entry-slugs';
import { hasLocale, readEntry } from '../entries/read-entry';
import { findAdoptable } from '../entries/find-adoptable';
import { unpublishedIn } from '../entries/unmapped';
import { thereAllAlong } from '../entries/still-there';
import { findFiles } from '../images/library-files';
import { turnFor } from '../pace/give-way';
import { idsIn, isBereft } from '../projection/article/references';

/** All that is needed to carry a projection out, or to show what it would do. */
export interface PreparedArticle {
  /** The article's document; null when there has never been one. */
  documentId: string | null;
  present: Present;
  /** The fields of the draft that have what the site made of the value that was written last. */
  isMade: readonly string[];
  /** The feed's values, with a slug that no other article has. */
  wanted: Fields;
  plan: ArticlePlan;
  /** What to do to the publication in the place of one that Strapi refuses; null where nothing. */
  instead: ArticlePlan | null;
  /** What became of the slug that the feed asks for; null on a type that keeps none. */
  slug: SlugChoice | null;
  /** Articles that have slugs by which readers are to know this one, and nobody knows them. */
  inTheWay: readonly InTheWay[];
  /** Somebody deleted the article, and nobody asked for it to come back. */
  isDeleted: boolean;
  /** Somebody deleted the article, and another entry has its id by now: it is gone on with that one. */
  madeAgain: boolean;
  /** The entry that was there, and that the receiver had not written. */
  adopts: AdoptedEntry | null;
  /** A person's entry stands in the locale into which the article follows its language. */
  isMet: boolean;
  /** The locale that it has to be moved out of; null when it is in the right one. */
  moveFrom: string | null;
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
  // A person's own entry in that language is gone on with, and the one before stays where it is.
  const isMet = isLeaving(article) && (await hasLocale(strapi, place, article.state.documentId));
  const moveFrom = isMet ? null : await leftLocale(strapi, article);
  const found = await readPresent(strapi, documentId, article, moveFrom);
  const precedence = precedenceOf(strapi, article, documentId);
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
  };
  const isAdopting = adopted !== null || isMet;
  const isAdopted = isAdopting || (state.adoptedBy !== null && present.draft !== null);
  const isEditors = isMet || (isAdopted && !article.changesWord);
  const past = isMet ? { ...state, ...UNWRITTEN } : state;
  const planFor = async (word: ArticleWord | null): Promise<ArticlePlan> => {
    const said = isEditors ? null : asWanted(word, draft);
    await turnFor(wanted);
    return planArticle({ draft: wanted, publication: said }, present, past, options.editorEdits);
  };
  const plan = await planFor(publication);
  const instead = article.instead && (await planFor(article.instead));
  // What the service said before it met that entry is not asked of it.
  if (isMet) plan.past.publishedEffect = publication?.effect ?? null;
  if (slug?.offered) plan.merge.suggestions = { ...plan.merge.suggestions, ...slug.offered };
  // When the service changed what is nobody's decision; the next delivery writes it.
  for (const clock of place.mapping.clocks) delete plan.merge.suggestions[clock];
  const isGone = state.documentId !== null && present.draft === null;
  const isDeleted = isGone && !state.restore;
  const madeAgain = isGone && (await hasSuccessor(strapi, article));
  const foreseen = await foreseenSlugs(article, { present, wanted, plan, instead }, precedence);
  const inTheWay = [...precedence.inTheWay]
    .filter(([taken]) => foreseen.includes(taken))
    .map(([taken, other]) => new InTheWay(taken, other));
  return {
    ...{ documentId, present, isMade, wanted, plan, instead, slug, inTheWay },
    ...{ isDeleted, madeAgain, adopts: adopted, isMet, moveFrom },
  };
}

/**
 * Whether another entry has the id of an article whose own was deleted: an importer made it again, or a
 * person did. One that has its slug alone is theirs.
 */
async function hasSuccessor(
  strapi: Core.Strapi,
  { articleId, place, draft, options }: WantedArticle,
): Promise<boolean> {
  const by = options.adopt === 'never' ? 'never' : 'id';
  return (await findAdoptable(strapi, place, { articleId, slug: draft.slug }, by)) !== null;
}

/** Of an entry that somebody else made, nothing was written yet. */
const UNWRITTEN: LastWritten = {
  base: null,
  publishedEffect: null,
  publishedFingerprint: null,
  hold: null,
  refused: null,
  wordPosition: null,
  isByHand: false,
};

/**
 * Of what is published: the content, and the addresses under which readers knew it before. Its own
 * is none of them: an older delivery that comes in late changes nothing by saying the same.
 */
const contentFingerprint = ({ content: { fields, slug }, earlierSlugs }: ArticleWord): string => {
  const others = new Set(earlierSlugs.filter((earlier) => earlier !== slug));
  return fingerprint({ ...fields, slug, earlierSlugs: [...others] });
};

const asWanted = (word: ArticleWord | null, draft: WantedArticle['draft']): WantedWord | null =>
  word && {
    effect: word.effect,
    position: word.position,
    fingerprint: contentFingerprint(word),
    isOlder: word.content !== draft,
  };

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

async function readPresent(
  strapi: Core.Strapi,
  documentId: string | null,
  article: WantedArticle,
  moveFrom: string | null,
): Promise<Present> {
  const nothing: Present = { draft: null, published: null, lost: new Set(), unmapped: [] };
  if (documentId === null) return nothing;
  const { place } = article;
  const here = await readEntry(strapi, place, documentId, 'draft');
  const at = here === null && moveFrom !== null ? { ...place, locale: moveFrom } : place;
  const draft = here ?? (at === place ? null : await readEntry(strapi, at, documentId, 'draft'));
  if (draft === null) return nothing;
  const published = place.mapping.draftAndPublish
    ? await readEntry(strapi, at, documentId, 'published')
    : null;
  // What the receiver never wrote, it did not lose.
  const lost =
    article.state.documentId === null
      ? new Set<string>()
      : await lostFields(strapi, draft, article);
  const unmapped =
    published === null
      ? []
      : await unpublishedIn(strapi, { place: at, documentId }, perhapsUnpublished(article));
  if (at === place) return { draft, published, lost, unmapped };
  const { slug } = place.mapping;
  const had = slug === null ? null : draft[slug];
  const isTaken = typeof had === 'string' && (await isSlugTaken(strapi, place, had, documentId));
  const gone = [...leftBehind(article), ...(isTaken && slug !== null ? [slug] : [])];
  return { draft, published, lost: new Set([...lost, ...gone]), unmapped };
}

/**
 * The fields beside the mapping in which editors may have changed something that is not published:
 * what they were seen to save, and what nobody watched, because the entry was not the receiver's, or
 * its type was not the articles', or the mapping filled the field itself.
 */
function perhapsUnpublished({ state, stored, place }: WantedArticle): readonly string[] | 'all' {
  const { uid, shapes } = place.mapping;
  if (state.documentId === null || (stored ?? state).targetUid !== uid) return 'all';
  const filled = new Map(leavesOf(shapes));
  const before = Object.keys(state.base ?? {}).filter((path) => !filled.has(path));
  return [...new Set([...state.unmapped, ...before.map(rootOf)])];
}

/** Relations to localized types lead into one locale: they do not move along. */
const leftBehind = ({ place }: WantedArticle): string[] =>
  [...leavesOf(place.mapping.shapes)]
    .filter(([, shape]) => shape.kind === 'relation' && shape.targetLocalized)
    .map(([path]) => path);

/**
 * A relation that went away because its target was deleted is no editor's change of the article.
 * Otherwise a deleted file would stay out of the article for good.
 *
 * Nor are the clocks: Strapi keeps date-times on PostgreSQL and MySQL in the time zone of the
 * process. In the hour that a clock is set back for, or in an instance with another zone, they read
 * differently from what was written.
 */
async function lostFields(
  strapi: Core.Strapi,
  draft: Fields,
  { draft: { recreated }, state, place: { mapping, locale } }: WantedArticle,
): Promise<Set<string>> {
  const lost = new Set(mapping.clocks);
  for (const [path, shape] of leavesOf(mapping.shapes)) {
    const files = state.files[path] ?? [];
    const related = state.related[path] ?? [];
    const isWhole = (written: readonly unknown[]) =>
      fingerprint(idsIn(draft[path])) === fingerprint(written);
    if (shape.kind === 'media' && files.length > 0 && !isWhole(files)) {
      const there = await findFiles(strapi, files);
      if (isBereft(draft[path], files, (id) => there.has(id))) lost.add(path);
    }
    if (shape.kind === 'relation' && related.length > 0 && !isWhole(related)) {
      const there = await thereAllAlong(strapi, shape, related, locale);
      const isThere = (id: string) => there.has(id) && !recreated.has(id);
      if (isBereft(draft[path], related, isThere)) lost.add(path);
    }
  }
  return lost;
}
