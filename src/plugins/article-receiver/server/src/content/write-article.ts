import type { Core } from '@strapi/types';
import { debugPoint } from '../config/debug-point';
import { saveStream } from '../ledger/streams';
import { offerSuggestions } from '../ledger/suggestions';
import type { Fields } from '../projection/merge';
import { uniqueSlug } from '../projection/slug';
import { leavesOf } from '../target/compute';
import {
  createEntry,
  isSlugTaken,
  moveLocale,
  publishEntry,
  unpublishEntry,
  updateEntry,
  type EntryPlace,
} from './entry-document';
import { previousSlugs } from './previous-slugs';
import { prepareArticle, type ArticleTarget, type PreparedArticle } from './prepare-article';

export interface Written {
  /** The fields written, then what was done to the publication. */
  changes: string[];
  /** An editor's changes because of which the publication is held; empty when it is not. */
  heldBy: string[];
  /** Somebody deleted the article: nothing was written. */
  isDeleted: boolean;
}

/**
 * Writes an article, within the caller's transaction and under the stream's lock: the draft, then
 * its publication. Document calls run one after another; nothing that is right already is touched.
 */
export async function writeArticle(
  strapi: Core.Strapi,
  target: ArticleTarget,
  deliveryPosition: number,
): Promise<Written> {
  const prepared = await prepareArticle(strapi, target);
  const { plan } = prepared;
  if (prepared.isDeleted) return { changes: [], heldBy: [], isDeleted: true };

  const documentId = await writeVersions(strapi, target, prepared);
  const { streamKey } = target.state;
  await offerSuggestions(
    strapi,
    { streamKey, documentId, deliveryPosition },
    plan.merge.suggestions,
  );
  await saveStream(strapi, {
    ...target.state,
    ...plan.past,
    documentId,
    locale: target.place.locale,
    slug: target.draft.slug,
    files: filesOf(prepared, target),
    restore: false,
  });
  const step = plan.step === 'none' ? [] : [plan.step];
  return {
    changes: [...Object.keys(plan.merge.write), ...step],
    heldBy: plan.step === 'hold' ? plan.unpublishedEdits : [],
    isDeleted: false,
  };
}

/** The files that the projection stands for: the feed's, unless an editor chose others. */
function filesOf(
  { plan, wanted }: PreparedArticle,
  { state, place }: ArticleTarget,
): Record<string, readonly number[]> {
  const media = [...leavesOf(place.mapping.shapes)].filter(([, { kind }]) => kind === 'media');
  return Object.fromEntries(
    media.map(([path]) => {
      const isHeld = plan.merge.held.includes(path);
      const ids = [wanted[path] as number | number[] | null].flat();
      return [path, isHeld ? (state.files[path] ?? []) : ids.filter((id) => id !== null)];
    }),
  );
}

async function writeVersions(
  strapi: Core.Strapi,
  { publication, place, draft, earlierSlugs }: ArticleTarget,
  { documentId: known, present, plan, wanted, moveFrom }: PreparedArticle,
): Promise<string> {
  const { write, held } = plan.merge;
  if (moveFrom !== null && known !== null) await moveLocale(strapi, place, known, moveFrom);
  const documentId =
    present.draft && known ? known : await createEntry(strapi, place, write, known);
  if (plan.step === 'publish' && publication && publication.content !== draft) {
    const newer = { fields: wanted, slugs: [...earlierSlugs, draft.slug] };
    await publishOlder(strapi, { place, documentId }, publication, newer, held);
    return documentId;
  }
  if (present.draft) await updateEntry(strapi, place, documentId, write);
  debugPoint('before-publication');
  if (plan.step === 'publish') await publishEntry(strapi, place, documentId);
  if (plan.step === 'unpublish') await unpublishEntry(strapi, place, documentId);
  return documentId;
}

/**
 * Publishes what an older delivery says while the draft goes on to show a newer one. Strapi
 * publishes the draft, so the draft shows the older content for the length of the transaction.
 * @param newer what the draft shows, and the feed's slugs up to its own.
 * @param held fields that are an editor's: they stay as they are in both.
 */
async function publishOlder(
  strapi: Core.Strapi,
  { place, documentId }: { place: EntryPlace; documentId: string },
  publication: NonNullable<ArticleTarget['publication']>,
  newer: { fields: Fields; slugs: readonly string[] },
  held: readonly string[],
): Promise<void> {
  const free = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !held.includes(field)));
  const slugs = await olderSlugs(strapi, { place, documentId }, publication, newer);
  const fields = { ...newer.fields, ...publication.content.fields, ...slugs };
  await updateEntry(strapi, place, documentId, free(fields));
  debugPoint('before-publication');
  await publishEntry(strapi, place, documentId);
  await updateEntry(strapi, place, documentId, free(newer.fields));
}

/** The slug of the older content, and those before it, where the type keeps them. */
async function olderSlugs(
  strapi: Core.Strapi,
  { place, documentId }: { place: EntryPlace; documentId: string },
  { content: older, earlierSlugs }: NonNullable<ArticleTarget['publication']>,
  newer: { fields: Fields; slugs: readonly string[] },
): Promise<Fields> {
  const { slug: name, previousSlugs: previousName } = place.mapping;
  if (name === null) return {};
  const isTaken = (slug: string) => isSlugTaken(strapi, place, slug, documentId);
  const slug =
    older.slug === newer.slugs.at(-1)
      ? String(newer.fields[name])
      : await uniqueSlug(older.slug, null, isTaken);
  if (previousName === null) return { [name]: slug };
  const kept = newer.fields[previousName] as string[];
  const own = kept.filter((had) => !newer.slugs.includes(had));
  return { [name]: slug, [previousName]: await previousSlugs(earlierSlugs, own, slug, isTaken) };
}
