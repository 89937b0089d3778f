import { without } from '../../../shared/records';
import { asSent } from '../mapping/values/as-sent';
import { leavesOf } from '../mapping/values/compute';
import { listNamesOf } from '../mapping/values/list-names';
import { rootOf } from '../mapping/values/changes';
import { withReferences } from '../mapping/values/list-references';
import { idsIn } from '../projection/article/references';
import type { StreamState } from '../projection/article/stream-state';
import { putOut, remember, type History } from '../projection/merge/field-history';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields, Hashes } from '../projection/merge/merge';
import { storedForms } from '../projection/merge/stored-as';
import type { PublicationStep } from '../projection/publication/decide-publication';
import type { WantedArticle } from '../article-content/wanted-article';
import type { PreparedArticle } from './prepare-article';
import type { Publication } from './publish-what-counts';

/** The result of writing an article, from which its stream's new state is made. */
interface Done {
  documentId: string;
  /** The draft's values as Strapi stored them. */
  stored: Fields;
  publication: Publication;
  /** The slug under which readers find it from now on, or found it last. */
  publishedSlug: string | null;
  adoptedBy: number | null;
  /** Epoch ms. */
  writtenAt: number;
}

/** What a stream remembers of its article, once that is written. */
export function projectedState(
  article: WantedArticle,
  prepared: PreparedArticle,
  { documentId, stored, publication, publishedSlug, adoptedBy, writtenAt }: Done,
): StreamState {
  const { done, past } = publication;
  return {
    ...article.state,
    ...past,
    documentId,
    locale: article.place.locale,
    slug: article.draft.slug,
    publishedSlug,
    files: writtenOf(prepared, article, 'media', article.state.files),
    related: writtenOf(prepared, article, 'relation', article.state.related),
    storedAs: storedAsNow(prepared, article, stored),
    listNames: listNamesNow(prepared, article),
    links: article.draft.links,
    adoptedBy,
    history: withPublished(historyOf(prepared, article, writtenAt), prepared, done),
    unmapped: unmappedOf(prepared, article, done?.plan.step ?? 'none'),
    restore: false,
    mayMove: false,
  };
}

/** The fields that the feed does not fill and whose present values are not published yet. */
function unmappedOf(
  { present }: PreparedArticle,
  { state }: WantedArticle,
  step: PublicationStep,
): readonly string[] {
  if (step === 'publish') return [];
  return present.published === null ? state.unmapped : [...new Set(present.unmapped.map(rootOf))];
}

/**
 * The files, or documents, that the projection wrote, by field, and by place within lists. Where an editor chose
 * others, those of the last time are kept.
 * @param before those of the last time.
 */
function writtenOf<Id>(
  { plan, wanted }: PreparedArticle,
  { place }: WantedArticle,
  kind: 'media' | 'relation',
  before: Readonly<Record<string, readonly Id[]>>,
): Record<string, readonly Id[]> {
  const written: Record<string, readonly Id[]> = {};
  for (const [path, shape] of leavesOf(place.mapping.shapes)) {
    const isHeld = plan.merge.held.includes(path);
    if (shape.kind === kind)
      written[path] = isHeld ? (before[path] ?? []) : (idsIn(wanted[path]) as Id[]);
    if (shape.kind !== 'list') continue;
    if (isHeld) Object.assign(written, withinList(before, path));
    else
      withReferences(shape, wanted[path], path, (at, part, value) => {
        const ids = idsIn(value) as Id[];
        if (part.kind === kind && ids.length > 0) written[at] = ids;
        return value;
      });
  }
  return written;
}

/** What is known of the places in a list. */
const withinList = <Value>(known: Readonly<Record<string, Value>>, list: string) =>
  Object.fromEntries(Object.entries(known).filter(([path]) => path.startsWith(`${list}.`)));

/** The item fields that the mapping names, by list; of a list that is an editor's, those it had when it was written. */
function listNamesNow(
  { plan }: PreparedArticle,
  { state, place }: WantedArticle,
): StreamState['listNames'] {
  const names = Object.entries(listNamesOf(place.mapping.shapes));
  return Object.fromEntries(
    names.map(([path, now]) => [
      path,
      plan.merge.held.includes(path) ? state.listNames[path] : now,
    ]),
  );
}

/**
 * Values that the site's own code or database changed on the way in: those written now, earlier ones, and those that
 * the site's code makes of what was written beside them.
 */
function storedAsNow(
  { plan, present, isMade, wanted }: PreparedArticle,
  { state, place: { mapping } }: WantedArticle,
  stored: Fields,
): Hashes {
  const { write, held } = plan.merge;
  const gone = Object.keys(state.storedAs).filter(
    (field) => present.draft === null || field in write || !isMade.includes(field),
  );
  // A slug and the clocks have rules of their own.
  const others = [...mapping.clocks, ...(mapping.slug === null ? [] : [mapping.slug])];
  // What is an editor's stays so, whatever the site makes of it.
  const made = storedForms(without(wanted, [...held, ...others]), stored);
  return { ...without(state.storedAs, gone), ...made };
}

/** Remembers the values that are replaced: a form that was opened before would bring them back. */
function historyOf(
  { plan, present: { draft } }: PreparedArticle,
  { state, place: { mapping } }: WantedArticle,
  at: number,
): History {
  if (draft === null) return state.history;
  const sent = asSent(mapping.shapes, draft);
  const replaced = Object.entries(plan.merge.replaced).map(([field, had]) => {
    const written = state.base?.[field];
    const others = [
      ...(written ? [written] : []),
      ...(field in sent ? [fingerprint(sent[field])] : []),
    ];
    return [field, [had, ...others]] as const;
  });
  return remember(state.history, Object.fromEntries(replaced), at);
}

/** Values that were published on the feed's behalf are remembered as the feed's, also where the draft differs. */
function withPublished(
  history: History,
  { plan: { merge }, wanted }: PreparedArticle,
  done: Publication['done'],
): History {
  const fields = done?.plan.step === 'publish' ? (done.word?.content.fields ?? {}) : {};
  const free = Object.entries(fields).filter(([field]) => !merge.held.includes(field));
  // A value that the draft was given too is hashed already.
  const hashOf = (field: string, value: unknown): string =>
    (value === wanted[field] && merge.base[field]) || fingerprint(value);
  return putOut(history, Object.fromEntries(free.map((one) => [one[0], hashOf(...one)])));
}
