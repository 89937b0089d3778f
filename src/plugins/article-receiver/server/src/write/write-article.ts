import type { Core } from '@strapi/types';
import { without } from '../../../shared/records';
import type { Reason } from '../../../shared/reasons';
import type { StateMove } from '../ledger/people/alerts';
import type { StreamState } from '../projection/article/stream-state';
import { ledgerOf } from '../ledger/ledger';
import { putOut, remember, type History } from '../projection/merge/field-history';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields, Hashes } from '../projection/merge/merge';
import { storedForms } from '../projection/merge/stored-as';
import type { PublicationStep } from '../projection/publication/decide-publication';
import { leavesOf } from '../mapping/entry/compute';
import { rootOf } from '../mapping/entry/changes';
import {
  createEntry,
  isSlugTaken,
  moveLocale,
  publishedSlug,
  updateEntry,
  writePublished,
  type EntryPlace,
} from '../entries/entry-document';
import type { WantedArticle, ArticleWord } from '../resolve/wanted-article';
import { prepareArticle, type PreparedArticle } from './prepare-article';
import { obstacleToMove } from '../entries/locale-move';
import { publishWhatCounts, type Publication } from './publish-what-counts';
import { idsIn } from '../projection/article/references';
import { leadingPaths } from '../entries/held-now';
import { isUnmade } from '../resolve/unmade';
import { StreamMoved } from '../faults/outcomes';

export interface Written {
  /** The fields written, then what was done to the publication. */
  changes: string[];
  /** What was done to the publication. */
  step: PublicationStep;
  /** An editor's changes because of which the publication is held; empty when it is not. */
  heldBy: string[];
  /** Why Strapi did not let it be published; null where it did, or did not have to. */
  refusal: Reason | null;
  /** What broke while it was being published, and at which delivery; null where nothing did. */
  fault: Publication['fault'];
  /** Position of the delivery whose word on the publication counts; null where none does. */
  saidBy: number | null;
  /** Position of an older delivery that Strapi refused to publish as well; null where it did not. */
  refusedToo: number | null;
  /** Somebody deleted the article: nothing was written. */
  isDeleted: boolean;
  /** Fields in which an editor's value stayed, though the feed says something else. */
  kept: string[];
  /** The slug that it has because another article has the one that the feed asks for. */
  otherSlug: string | null;
  /** The slugs of an article that readers know, where its address changed. */
  moved: StateMove | null;
  /** Position of the delivery that found the article there; null when the receiver made it. */
  adoptedBy: number | null;
}

export const NOTHING_WRITTEN: Written = {
  changes: [],
  step: 'none',
  heldBy: [],
  refusal: null,
  fault: null,
  saidBy: null,
  refusedToo: null,
  isDeleted: false,
  kept: [],
  otherSlug: null,
  moved: null,
  adoptedBy: null,
};

/**
 * Writes an article, within the caller's transaction and under the stream's lock: the draft, then
 * its publication. Document calls run one after another; nothing that is right already is touched.
 */
export async function writeArticle(
  strapi: Core.Strapi,
  article: WantedArticle,
  deliveryPosition: number,
): Promise<Written> {
  const ledger = ledgerOf(strapi);
  const prepared = await prepareArticle(strapi, article);
  const { plan } = prepared;
  // What was an editor's before the lock was taken is the feed's again: it has to be made first.
  if (leadsToUnmade(prepared, article))
    throw new StreamMoved('an editor changed a relation meanwhile');
  const { state, place, options } = article;
  if ((await obstacleToMove(strapi, state, place, options)) !== null)
    throw new StreamMoved('an editor changed what was to move to another locale');
  if (prepared.isDeleted) return { ...NOTHING_WRITTEN, isDeleted: true };
  const [inTheWay] = prepared.inTheWay;
  if (inTheWay) throw inTheWay;

  const writtenAt = Date.now();
  const { documentId, stored } = await writeDraft(strapi, article, prepared);
  const publication = await publishWhatCounts(strapi, article, prepared, documentId);
  const { refusal, fault, done, refusedToo } = publication;
  const step = done?.plan.step ?? 'none';
  const moved =
    done === null ? null : await movedTo(strapi, article, prepared, { step, documentId });
  const { streamKey } = article.state;
  const known = prepared.present.draft === null ? null : article.state.adoptedBy;
  const adoptedBy = prepared.adopts !== null || prepared.isMet ? deliveryPosition : known;
  const isOffered = Object.keys(plan.merge.suggestions).length > 0;
  if (isOffered || hadDocument(article))
    await ledger.suggestions.offer(
      { streamKey, documentId, deliveryPosition },
      plan.merge.suggestions,
    );
  const projected: StreamState = {
    ...article.state,
    ...publication.past,
    documentId,
    locale: article.place.locale,
    slug: article.draft.slug,
    files: writtenOf(prepared, article, 'media', article.state.files),
    related: writtenOf(prepared, article, 'relation', article.state.related),
    storedAs: storedAsNow(prepared, article, stored),
    links: article.draft.links,
    adoptedBy,
    history: withPublished(historyOf(prepared, article, writtenAt), prepared, done),
    unmapped: unmappedOf(prepared, article, step),
    restore: false,
    mayMove: false,
  };
  await ledger.streams.save(projected, article.stored);
  await rememberSlugs(strapi, article, prepared, { step, word: done?.word ?? null });
  return {
    changes: [...Object.keys(plan.merge.write), ...(step === 'none' ? [] : [step])],
    step,
    heldBy: plan.step === 'hold' ? plan.unpublishedEdits : [],
    refusal: refusal?.reason ?? null,
    fault,
    saidBy: done?.word?.position ?? null,
    refusedToo,
    isDeleted: false,
    kept: plan.merge.held,
    otherSlug: prepared.slug?.isWaiting ? prepared.slug.slug : null,
    moved,
    adoptedBy,
  };
}

/** The slugs of an article whose public address changes, where the site wants that told. */
async function movedTo(
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

/** Tells those who wait for slugs which of them changed hands, and writes down what this one waits for. */
async function rememberSlugs(
  strapi: Core.Strapi,
  { state: { streamKey, slug: lastDesired }, place, draft, isSettling }: WantedArticle,
  { slug: choice, present, moveFrom }: PreparedArticle,
  { step, word }: { step: PublicationStep; word: ArticleWord | null },
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const { slug: name } = place.mapping;
  if (name === null || choice === null) return;
  await ledger.slugs.watch(streamKey, choice.toWatch);
  const isNews = present.draft === null || lastDesired !== draft.slug;
  const before = [present.draft?.[name], present.published?.[name]].filter(isText);
  // An older delivery may have come in: then it is the earlier article after all. Where it is only
  // looked at again, and nothing comes of it, the next look would be for the same.
  const isDone = isSettling && choice.slug === present.draft?.[name];
  if (choice.isWaiting && (isNews || (choice.isMovable && !isDone)))
    await ledger.slugs.mark(streamKey, draft.slug);
  const stays = step === 'none' || step === 'hold' ? [present.published?.[name]] : [];
  const older = step === 'publish' ? word?.content.slug : undefined;
  const now = [choice.slug, older, ...stays].filter(isText);
  const taken = now.filter((slug) => !before.includes(slug));
  const left = moveFrom === null ? before.filter((slug) => !now.includes(slug)) : before;
  await ledger.slugs.changed({ taken, left }, streamKey);
}

/** What of the fields that the feed does not fill is not published yet; not known before there is something. */
function unmappedOf(
  { present }: PreparedArticle,
  { state }: WantedArticle,
  step: PublicationStep,
): readonly string[] {
  if (step === 'publish') return [];
  return present.published === null ? state.unmapped : [...new Set(present.unmapped.map(rootOf))];
}

/** Whether the stream has, or had, a document: only then suggestions can be open. */
const hadDocument = ({ state }: WantedArticle): boolean =>
  state.documentId !== null || Object.keys(state.shelf).length > 0;

const isText = (value: unknown): value is string => typeof value === 'string';

const leadsToUnmade = (
  { plan: { merge } }: PreparedArticle,
  { place: { mapping } }: WantedArticle,
): boolean => leadingPaths(mapping).some((path) => isUnmade(merge.write[path]));

/**
 * The files, or documents, that the projection stands for, by field: the feed's, unless an editor chose
 * others.
 * @param before those of the last time.
 */
function writtenOf<Id>(
  { plan, wanted }: PreparedArticle,
  { place }: WantedArticle,
  kind: 'media' | 'relation',
  before: Readonly<Record<string, readonly Id[]>>,
): Record<string, readonly Id[]> {
  const fields = [...leavesOf(place.mapping.shapes)].filter(([, shape]) => shape.kind === kind);
  return Object.fromEntries(
    fields.map(([path]) => {
      const isHeld = plan.merge.held.includes(path);
      return [path, isHeld ? (before[path] ?? []) : (idsIn(wanted[path]) as Id[])];
    }),
  );
}

/** What the site makes of values: of those that are written now, and of those that it had made before. */
function storedAsNow(
  { plan, present, isMade }: PreparedArticle,
  { state, place: { mapping } }: WantedArticle,
  stored: Fields,
): Hashes {
  const { write } = plan.merge;
  const gone = Object.keys(state.storedAs).filter(
    (field) => present.draft === null || field in write || !isMade.includes(field),
  );
  // A slug and the clocks have rules of their own.
  const others = [...mapping.clocks, ...(mapping.slug === null ? [] : [mapping.slug])];
  return { ...without(state.storedAs, gone), ...without(storedForms(write, stored), others) };
}

/** What the fields held that are written now: forms that were opened before bring it back. */
function historyOf(
  { plan, present: { draft } }: PreparedArticle,
  { state }: WantedArticle,
  at: number,
): History {
  if (draft === null) return state.history;
  const replaced = Object.keys(plan.merge.write).map((field) => {
    const written = state.base?.[field];
    return [field, [fingerprint(draft[field]), ...(written ? [written] : [])]] as const;
  });
  return remember(state.history, Object.fromEntries(replaced), at);
}

/** What is published of the feed's is known as such, whatever the draft shows. */
function withPublished(
  history: History,
  { plan }: PreparedArticle,
  done: Publication['done'],
): History {
  const fields = done?.plan.step === 'publish' ? (done.word?.content.fields ?? {}) : {};
  const free = Object.entries(fields).filter(([field]) => !plan.merge.held.includes(field));
  return putOut(
    history,
    Object.fromEntries(free.map(([field, value]) => [field, fingerprint(value)])),
  );
}

async function writeDraft(
  strapi: Core.Strapi,
  { place }: WantedArticle,
  { documentId: known, present, plan, moveFrom, slug }: PreparedArticle,
): Promise<{ documentId: string; stored: Fields }> {
  const { write } = plan.merge;
  if (moveFrom !== null && known !== null) {
    await moveLocale(strapi, place, known, moveFrom);
    if (slug?.slug) await readdress(strapi, place, known, present.published, slug.slug);
  }
  if (!present.draft || !known) return createEntry(strapi, place, write, known);
  return updateEntry(strapi, place, known, write);
}

/** A published version that moved along has an address of its own where it is now. */
async function readdress(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  published: Fields | null,
  slug: string,
): Promise<void> {
  const { slug: name } = place.mapping;
  const had = name === null ? null : published?.[name];
  if (name === null || !isText(had) || !(await isSlugTaken(strapi, place, had, documentId))) return;
  await writePublished(strapi, place, documentId, { [name]: slug });
}
