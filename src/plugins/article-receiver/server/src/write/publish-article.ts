import type { Core } from '@strapi/types';
import { textsIn } from '../strapi/entries';
import { debugPoint } from '../faults/debug-point';
import { inSavepoint } from '../database/savepoint';
import { leavesOf } from '../mapping/values/compute';
import { withWholeLists } from '../mapping/model/unmapped';
import { isOfFamily } from '../projection/addresses/slug';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import type { WantedArticle, ArticleWord } from '../article-content/wanted-article';
import type { EntryPlace } from '../entries/entry-place';
import { readEntry } from '../entries/read-entry';
import { publishEntry, unpublishEntry, updateEntry, writePublished } from '../entries/write-entry';
import { schemasOf } from '../strapi/schemas';
import { isKnownBySlug } from './slugs/known-by-slug';
import { olderSlug } from './slugs/foreseen-slugs';
import { takenFor } from './slugs/taken-for';
import type { PreparedArticle } from './prepare-article';
import { previousSlugs } from './slugs/previous-slugs';
import { refusalOf, type RefusedPublication } from './refused-publication';

/** The result of a publication: done, refused by Strapi, or interrupted by an error. */
export interface PublicationResult {
  refusal: RefusedPublication | null;
  /** An error after which it is tried again; null where there was none. */
  fault: unknown;
}

const DONE: PublicationResult = { refusal: null, fault: null };

/**
 * Publishes or unpublishes an article as planned, once its draft is written. A refusal undoes the publication
 * alone: everything that was written before stays.
 */
export async function publishArticle(
  strapi: Core.Strapi,
  article: WantedArticle,
  prepared: PreparedArticle,
  documentId: string,
): Promise<PublicationResult> {
  const { place } = article;
  const { step } = prepared.plan;
  debugPoint('before-publication');
  if (step === 'none') await correctPublished(strapi, article, prepared, documentId);
  if (step !== 'publish' && step !== 'unpublish') return DONE;
  const part = await inSavepoint(strapi, async () => {
    if (step === 'unpublish') await unpublishEntry(strapi, place, documentId);
    else if (isOlder(article)) await publishOlder(strapi, article, prepared, documentId);
    else await publishEntry(strapi, place, documentId);
  });
  if (!('error' in part)) return DONE;
  const refusal = refusalOf(part.error, step, place.mapping.shapes);
  return refusal ? { refusal, fault: null } : { refusal: null, fault: part.error };
}

/** Whether what is to be published is older than what the draft shows. */
const isOlder = ({ publication, draft }: WantedArticle): boolean =>
  publication !== null && publication.content !== draft;

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * Brings the former slugs of a published version up to date that is not published anew: one by which readers
 * know another article by now is taken out, one that became free comes back.
 */
async function correctPublished(
  strapi: Core.Strapi,
  { publication, place, draft, earlierSlugs }: WantedArticle,
  { present: { published }, wanted, plan }: PreparedArticle,
  documentId: string,
): Promise<void> {
  const { slug: name, previousSlugs: field } = place.mapping;
  const slug = name === null ? null : published?.[name];
  if (published === null || field === null || !isText(slug)) return;
  // A list that an editor changed stays.
  if (plan.merge.held.includes(field)) return;
  const listed = textsIn(wanted, field);
  const isKnown = (earlier: string) => isKnownBySlug(strapi, place, earlier, documentId);
  const own = listed.filter((had) => ![...earlierSlugs, draft.slug].includes(had));
  const word =
    publication?.effect === 'publish' && publication.content !== draft ? publication : null;
  // Where its slug is not the one of the service's word, somebody has published the draft since.
  const isWords = word !== null && isOfFamily(slug, word.content.slug, place.mapping.longestSlug);
  const [feed, others] = isWords ? [word.earlierSlugs, own] : [[], listed];
  const slugs = word === null ? listed : await previousSlugs(feed, others, slug, isKnown);
  if (JSON.stringify(slugs) === JSON.stringify(published[field] ?? [])) return;
  await writePublished(strapi, place, documentId, { [field]: slugs });
}

/**
 * Publishes what an older delivery says while the draft goes on to show a newer one. Strapi
 * publishes the draft, so the draft shows the older content for the length of the transaction.
 * An editor's fields stay as they are in both, and what editors added to list items that the older content
 * lacks is put back afterwards.
 */
async function publishOlder(
  strapi: Core.Strapi,
  article: WantedArticle,
  prepared: PreparedArticle,
  documentId: string,
): Promise<void> {
  const { publication, place } = article;
  if (!publication) return;
  const { plan, wanted } = prepared;
  const { held } = plan.merge;
  const free = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !held.includes(field)));
  const slugs = await olderSlugs(strapi, article, prepared, { word: publication, documentId });
  const { content } = publication;
  const slug = place.mapping.slug === null ? undefined : slugs[place.mapping.slug];
  const isOther = typeof slug === 'string' && slug !== content.slug;
  const older = (isOther && content.withSlug?.(slug)) || content.fields;
  const fields = { ...wanted, ...older, ...slugs };
  const changed = Object.keys(fields).filter(
    (field) => fingerprint(fields[field]) !== fingerprint(wanted[field]),
  );
  const whole = { ...place, mapping: withWholeLists(place.mapping, schemasOf(strapi)) };
  const lists = await listsOf(strapi, whole, documentId, changed);
  await updateEntry(strapi, place, documentId, free(fields));
  await publishEntry(strapi, place, documentId);
  await updateEntry(strapi, whole, documentId, free({ ...wanted, ...lists }));
}

/** The present values of those of a draft's fields that are lists. */
async function listsOf(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  names: readonly string[],
): Promise<Fields> {
  const shapes = leavesOf(place.mapping.shapes);
  const lists = names.filter((name) => shapes.get(name)?.kind === 'list');
  if (lists.length === 0) return {};
  const draft = await readEntry(strapi, place, documentId, 'draft');
  return Object.fromEntries(lists.map((name) => [name, draft?.[name] ?? []]));
}

/** The slug of the older content, and those before it, where the type keeps them. */
async function olderSlugs(
  strapi: Core.Strapi,
  article: WantedArticle,
  prepared: PreparedArticle,
  { word, documentId }: { word: ArticleWord; documentId: string },
): Promise<Fields> {
  const { place, draft } = article;
  const { slug: name, previousSlugs: previousName } = place.mapping;
  if (name === null) return {};
  const isTaken = takenFor(strapi, article, prepared.present, documentId);
  const slug = await olderSlug(article, prepared, word, isTaken);
  if (previousName === null) return { [name]: slug };
  const newer = [...article.earlierSlugs, draft.slug];
  const own = textsIn(prepared.wanted, previousName).filter((had) => !newer.includes(had));
  const isKnown = (earlier: string) => isKnownBySlug(strapi, place, earlier, documentId);
  const previous = await previousSlugs(word.earlierSlugs, own, slug, isKnown);
  return { [name]: slug, [previousName]: previous };
}
