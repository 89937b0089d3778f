import type { Core } from '@strapi/types';
import type { DecisionPage, DecisionSummary } from '../../../../shared/decisions/decisions';
import type { DecisionRow } from '../../ledger/people/decisions';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { isUndoable } from '../../editors/decisions/undoable';
import { newestIn, titlesIn } from '../../entries/article-titles';
import { mayTell, type MayField } from '../../entries/readable';

/** What whoever asks may see, and take back. */
export interface Looker {
  readsLog: boolean;
  /** Whether they may have deliveries applied again. */
  acts: boolean;
  allowed(action: 'publish', documents: readonly StreamDocument[]): Promise<Set<string>>;
  fieldsOf(action: 'read' | 'update', documents: readonly StreamDocument[]): Promise<MayField>;
}

/** Rows that are read at a time: some are not for everybody. */
const READ = 100;

/** What was decided, by whom and when, newest first: of articles that whoever asks may read. */
export async function decisionsFor(
  strapi: Core.Strapi,
  looker: Looker,
  { before, pageSize }: { before: number | null; pageSize: number },
): Promise<DecisionPage> {
  const results: DecisionSummary[] = [];
  for (let from = before; ;) {
    const rows = await ledgerOf(strapi).decisions.latest(from, READ);
    for (const summary of await summariesOf(strapi, looker, rows)) {
      results.push(summary);
      if (results.length === pageSize) return { results, next: summary.id };
    }
    const last = rows.at(-1);
    if (!last || rows.length < READ) return { results, next: null };
    from = last.id;
  }
}

async function summariesOf(
  strapi: Core.Strapi,
  looker: Looker,
  rows: readonly DecisionRow[],
): Promise<DecisionSummary[]> {
  const ledger = ledgerOf(strapi);
  const streamKeys = [...new Set(rows.flatMap(({ streamKey }) => streamKey ?? []))];
  const documents = await ledger.documents.of(streamKeys);
  const all = [...documents.values()];
  const mayRead = await looker.fieldsOf('read', all);
  const mayChange = await looker.fieldsOf('update', all);
  const publishable = await looker.allowed('publish', all);
  const titles = await titlesIn(strapi, all);
  const newest = await newestIn(strapi, streamKeys);
  const positions = rows.flatMap(({ deliveryPosition }) => deliveryPosition ?? []);
  const deliveries = new Map((await ledger.deliveries.at(positions)).map((row) => [row.id, row]));
  const later = await ledger.decisions.inStreams(streamKeys);
  const summaries: DecisionSummary[] = [];
  for (const row of rows) {
    const document = documents.get(row.streamKey ?? '');
    const isThere = document !== undefined && titles.has(document.documentId);
    // A link leads only where one may go.
    const entry = isThere && mayRead(document.documentId) ? document : null;
    if (entry === null && !looker.readsLog) continue;
    const delivery = deliveries.get(row.deliveryPosition ?? NaN);
    const mayUndo = () => {
      if (row.kind === 'delivery') return looker.acts;
      const { documentId = '' } = document ?? {};
      if (row.kind === 'publication') return publishable.has(documentId);
      return mayChange(documentId, row.subject ?? '');
    };
    const mayTitle = entry !== null && mayTell(strapi, mayRead, entry, 'title');
    const { id, subject, decidedBy, decidedAt } = row;
    const about = newest.get(row.streamKey ?? '') ?? delivery;
    summaries.push({
      ...choiceOf(row),
      id,
      subject: row.kind === 'publication' ? null : subject,
      decidedBy,
      decidedAt: new Date(decidedAt).toISOString(),
      deliveryId: looker.readsLog ? (delivery?.deliveryId ?? null) : null,
      documentId: entry?.documentId ?? null,
      contentType: entry?.contentType ?? null,
      locale: entry?.locale ?? null,
      title:
        (mayTitle && titles.get(entry.documentId)) ||
        ((mayTitle || looker.readsLog) && about?.title) ||
        null,
      canUndo: mayUndo() && (await isUndoable(ledger, row, later, delivery)),
    });
  }
  return summaries;
}

const choiceOf = ({ kind, choice }: DecisionRow) => ({ kind, choice }) as DecisionSummary;
