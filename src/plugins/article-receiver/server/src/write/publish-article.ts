import type { Core } from '@strapi/types';
import { textsIn } from '../strapi/entries';
import { debugPoint } from '../faults/debug-point';
import { inSavepoint } from '../database/savepoint';
import type { Fields } from '../projection/merge/merge';
import { uniqueSlug } from '../projection/addresses/slug';
import type { ArticleTarget } from '../resolve/article-target';
import {
  isSlugTaken,
  publishEntry,
  unpublishEntry,
  updateEntry,
  writePublished,
  type EntryPlace,
} from '../entries/entry-document';
import type { PreparedArticle } from './prepare-article';
import { previousSlugs } from './previous-slugs';
import { refusalOf, type RefusedPublication } from './refused-publication';

/** What became of a publication: it came about, Strapi refused it, or something broke on the way. */
export interface PublicationResult {
  refusal: RefusedPublication | null;
  /** To be tried again; null where nothing broke. */
  fault: unknown;
}

const DONE: PublicationResult = { refusal: null, fault: null };

/**
 * Does to the publication of an article what was decided, once its draft is written. What keeps it
 * from being published costs nothing else: all that was written before stays.
 */
export async function publishArticle(
  strapi: Core.Strapi,
  target: ArticleTarget,
  prepared: PreparedArticle,
  documentId: string,
): Promise<PublicationResult> {
  const { place } = target;
  const { step } = prepared.plan;
  debugPoint('before-publication');
  if (step === 'unpublish') await unpublishEntry(strapi, place, documentId);
  if (step === 'none') await correctPublished(strapi, target, prepared, documentId);
  if (step !== 'publish') return DONE;
  const part = await inSavepoint(strapi, () =>
    isOlder(target)
      ? publishOlder(strapi, target, prepared, documentId)
      : publishEntry(strapi, place, documentId),
  );
  if (!('error' in part)) return DONE;
  const refusal = refusalOf(part.error, place.mapping.shapes);
  return refusal ? { refusal, fault: null } : { refusal: null, fault: part.error };
}

/** Whether what is to be published is older than what the draft shows. */
const isOlder = ({ publication, draft }: ArticleTarget): boolean =>
  publication !== null && publication.content !== draft;

const isText = (value: unknown): value is string => typeof value === 'string';

/**
 * A published version that stays lists the slugs before its own all the same as if it were published
 * now: one that another article took since leads there, one that it left leads here again.
 */
async function correctPublished(
  strapi: Core.Strapi,
  { publication, place, draft, earlierSlugs }: ArticleTarget,
  { present: { published }, wanted }: PreparedArticle,
  documentId: string,
): Promise<void> {
  const { slug: name, previousSlugs: field } = place.mapping;
  const slug = name === null ? null : published?.[name];
  if (published === null || publication?.effect !== 'publish' || field === null || !isText(slug))
    return;
  const listed = textsIn(wanted, field);
  const isTaken = (earlier: string) => isSlugTaken(strapi, place, earlier, documentId);
  const own = listed.filter((had) => ![...earlierSlugs, draft.slug].includes(had));
  const slugs =
    publication.content === draft
      ? listed
      : await previousSlugs(publication.earlierSlugs, own, slug, isTaken);
  if (JSON.stringify(slugs) === JSON.stringify(published[field] ?? [])) return;
  await writePublished(strapi, place, documentId, { [field]: slugs });
}

interface PublishedEntry {
  place: EntryPlace;
  documentId: string;
  /** The address that readers know; null when there is none. */
  publishedSlug: string | null;
}

/**
 * Publishes what an older delivery says while the draft goes on to show a newer one. Strapi
 * publishes the draft, so the draft shows the older content for the length of the transaction.
 * Fields that are an editor's stay as they are in both.
 */
async function publishOlder(
  strapi: Core.Strapi,
  { publication, place, draft, earlierSlugs }: ArticleTarget,
  { present, plan, wanted }: PreparedArticle,
  documentId: string,
): Promise<void> {
  if (!publication) return;
  const { held } = plan.merge;
  const free = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !held.includes(field)));
  const was = place.mapping.slug === null ? null : present.published?.[place.mapping.slug];
  const entry = { place, documentId, publishedSlug: isText(was) ? was : null };
  const newer = { fields: wanted, slugs: [...earlierSlugs, draft.slug] };
  const slugs = await olderSlugs(strapi, entry, publication, newer);
  const { content } = publication;
  const slug = place.mapping.slug === null ? undefined : slugs[place.mapping.slug];
  const isOther = typeof slug === 'string' && slug !== content.slug;
  const older = (isOther && content.withSlug?.(slug)) || content.fields;
  const fields = { ...newer.fields, ...older, ...slugs };
  await updateEntry(strapi, place, documentId, free(fields));
  await publishEntry(strapi, place, documentId);
  await updateEntry(strapi, place, documentId, free(newer.fields));
}

/**
 * The slug of the older content, and those before it, where the type keeps them.
 * @param newer what the draft shows, and the feed's slugs up to its own.
 */
async function olderSlugs(
  strapi: Core.Strapi,
  { place, documentId, publishedSlug }: PublishedEntry,
  { content: older, earlierSlugs }: NonNullable<ArticleTarget['publication']>,
  newer: { fields: Fields; slugs: readonly string[] },
): Promise<Fields> {
  const { slug: name, previousSlugs: previousName } = place.mapping;
  if (name === null) return {};
  const isTaken = (slug: string) => isSlugTaken(strapi, place, slug, documentId);
  const slug =
    older.slug === newer.slugs.at(-1)
      ? String(newer.fields[name])
      : await uniqueSlug(older.slug, publishedSlug, isTaken);
  if (previousName === null) return { [name]: slug };
  const kept = textsIn(newer.fields, previousName);
  const own = kept.filter((had) => !newer.slugs.includes(had));
  return { [name]: slug, [previousName]: await previousSlugs(earlierSlugs, own, slug, isTaken) };
}
