import type { Core } from '@strapi/types';
import { isAboutWord, readReason, toldReason } from '../../../../shared/deliveries/reasons';
import {
  WAITING_KINDS,
  type WaitingCounts,
  type WaitingItem,
  type WaitingKind,
  type WaitingPage,
  type Waits,
} from '../../../../shared/decisions/waiting';
import { recordByWord } from '../../../../shared/records';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import type { StreamDocument } from '../../ledger/streams/documents';
import type { WaitingDeliveries } from '../../ledger/people/waiting';
import { ledgerOf } from '../../ledger/ledger';
import { newestIn, titlesIn } from '../../entries/article-titles';
import { mayTell, type MayField } from '../../entries/readable';

/** What whoever asks may decide about. */
export interface Decider {
  /** Whether they may see the log, and so what failed or cannot be used. */
  readsLog: boolean;
  /** Those of some entries that they may read, or publish. */
  allowed(action: 'read' | 'publish', documents: readonly StreamDocument[]): Promise<Set<string>>;
  /** Tells which fields of which of some entries they may read, or change: some may be in their own alone. */
  fieldsOf(action: 'read' | 'update', documents: readonly StreamDocument[]): Promise<MayField>;
}

/** One thing that waits, before anybody is told. */
interface Found {
  kind: WaitingKind;
  streamKey: string | null;
  count: number;
  since: number;
  /** Position of the delivery that asks. */
  newest: number | null;
}

function kindOf({ state, reasonCode }: WaitingDeliveries): WaitingKind {
  if (state !== 'parked') return state;
  if (reasonCode === 'publicationHeld') return 'held';
  if (reasonCode?.startsWith('publication')) return 'refused';
  return isAboutWord(reasonCode) ? 'word' : 'parked';
}

/** All that waits and whoever asks may decide. */
async function findWaiting(
  strapi: Core.Strapi,
  decider: Decider,
): Promise<{ found: Found[]; documents: Map<string, StreamDocument> }> {
  const ledger = ledgerOf(strapi);
  const deliveries = (await ledger.waiting.deliveries()).map((row) => ({
    ...row,
    kind: kindOf(row),
  }));
  const suggestions = await ledger.waiting.suggestions();
  const ofArticles = [
    ...suggestions,
    ...deliveries.filter(({ kind }) => kind === 'held' || kind === 'refused'),
  ];
  const streamKeys = new Set(ofArticles.flatMap(({ streamKey }) => streamKey ?? []));
  const documents = await ledger.documents.of([...streamKeys]);
  const all = [...documents.values()];
  const mayChange = await decider.fieldsOf('update', all);
  const publishable = await decider.allowed('publish', all);

  const offered = new Map<string, Found>();
  for (const { streamKey, field, count, since } of suggestions) {
    const document = documents.get(streamKey);
    if (!document || !mayChange(document.documentId, field)) continue;
    const known = offered.get(streamKey);
    offered.set(streamKey, {
      kind: 'suggestions',
      streamKey,
      count: count + (known?.count ?? 0),
      since: Math.max(since, known?.since ?? 0),
      newest: null,
    });
  }
  const asked = deliveries.filter(({ kind, streamKey }) => {
    if (kind !== 'held' && kind !== 'refused') return decider.readsLog;
    const documentId = documents.get(streamKey ?? '')?.documentId ?? '';
    return publishable.has(documentId) || (kind === 'refused' && mayChange(documentId));
  });
  return { found: [...offered.values(), ...asked], documents };
}

/** What of an article belongs together; a delivery without an article stands for itself. */
function grouped(found: readonly Found[]): Found[][] {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const key = one.streamKey ?? `delivery ${one.newest}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const since = (group: readonly Found[]) => Math.max(...group.map((one) => one.since));
  return [...groups.values()].sort((one, other) => since(other) - since(one));
}

const countsOf = (found: readonly Found[]): WaitingCounts =>
  recordByWord(WAITING_KINDS, (kind) =>
    found.filter((one) => one.kind === kind).reduce((sum, { count }) => sum + count, 0),
  );

/** What waits for whoever asks: articles, and deliveries without one, newest first, with all counts. */
export async function waitingFor(
  strapi: Core.Strapi,
  decider: Decider,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<WaitingPage> {
  const { found } = await findWaiting(strapi, decider);
  const groups = grouped(found);
  const shown = groups.slice((page - 1) * pageSize, page * pageSize);
  const total = groups.length;
  return {
    results: await itemsOf(strapi, decider, shown),
    pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
    articles: (await entriesOf(strapi, decider, found)).size,
    counts: countsOf(found),
  };
}

/** The entries in which something waits for whoever asks, by documentId. */
export async function waitingEntries(strapi: Core.Strapi, decider: Decider): Promise<Set<string>> {
  const { found } = await findWaiting(strapi, decider);
  return entriesOf(strapi, decider, found);
}

async function entriesOf(
  strapi: Core.Strapi,
  decider: Decider,
  found: readonly Found[],
): Promise<Set<string>> {
  const streamKeys = [...new Set(found.flatMap(({ streamKey }) => streamKey ?? []))];
  const documents = await ledgerOf(strapi).documents.of(streamKeys);
  return decider.allowed('read', [...documents.values()]);
}

/**
 * What else waits in an article than what is decided beside it: questions of deliveries, and those
 * that failed. For whoever may read the article: who may not decide has to know that somebody does.
 */
export async function questionsIn(
  strapi: Core.Strapi,
  streamKey: string,
  readsLog: boolean,
): Promise<Waits[]> {
  const ledger = ledgerOf(strapi);
  const deliveries = await ledger.waiting.deliveriesOf(streamKey);
  const rows = await ledger.deliveries.at(deliveries.map(({ newest }) => newest));
  return deliveries.flatMap((delivery) => {
    const kind = kindOf(delivery);
    if (kind === 'held') return [];
    const row = rows.find(({ id }) => id === delivery.newest);
    const waits = toldWaits(kind, delivery.count, row);
    return [readsLog ? waits : { ...waits, deliveryId: null }];
  });
}

async function itemsOf(
  strapi: Core.Strapi,
  decider: Decider,
  groups: readonly (readonly Found[])[],
): Promise<WaitingItem[]> {
  const ledger = ledgerOf(strapi);
  const positions = groups.flat().flatMap(({ newest }) => newest ?? []);
  const rows = new Map((await ledger.deliveries.at(positions)).map((row) => [row.id, row]));
  const streamKeys = [...new Set(groups.flat().flatMap(({ streamKey }) => streamKey ?? []))];
  const documents = await ledger.documents.of(streamKeys);
  const titles = await titlesIn(strapi, [...documents.values()]);
  const mayRead = await decider.fieldsOf('read', [...documents.values()]);
  const newest = await newestIn(strapi, streamKeys);
  return groups.map((group) => {
    const [{ streamKey } = { streamKey: null }] = group;
    const document = documents.get(streamKey ?? '');
    const isThere = document !== undefined && titles.has(document.documentId);
    const about = newest.get(streamKey ?? '') ?? rows.get(group[0]?.newest ?? NaN);
    // A link leads only where one may go.
    const entry = isThere && mayRead(document.documentId) ? document : null;
    const mayBeTold = (what: 'title' | 'sourceId') =>
      entry !== null && mayTell(strapi, mayRead, entry, what);
    const told = (what: 'title' | 'sourceId') => decider.readsLog || mayBeTold(what);
    const own = mayBeTold('title') && titles.get(entry?.documentId ?? '');
    return {
      documentId: entry?.documentId ?? null,
      contentType: entry?.contentType ?? null,
      locale: entry?.locale ?? null,
      title: own || (told('title') && about?.title) || null,
      articleId: (told('sourceId') && about?.articleId) || null,
      since: new Date(Math.max(...group.map(({ since }) => since))).toISOString(),
      waits: [...group]
        .sort((one, other) => WAITING_KINDS.indexOf(one.kind) - WAITING_KINDS.indexOf(other.kind))
        .map(({ kind, count, newest: at }) => toldWaits(kind, count, rows.get(at ?? NaN))),
    };
  });
}

const toldWaits = (kind: WaitingKind, count: number, row: DeliveryRow | undefined): Waits => ({
  kind,
  count,
  deliveryId: row?.deliveryId ?? null,
  ...toldReason(row ? readReason(row) : null),
});
