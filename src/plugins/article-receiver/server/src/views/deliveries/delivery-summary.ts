import type { Core } from '@strapi/types';
import type { DeliveryExport, DeliverySummary } from '../../../../shared/deliveries/deliveries';
import type { Outcome } from '../../../../shared/deliveries/outcomes';
import { readReason, toldReason } from '../../../../shared/deliveries/reasons';
import { UIDS } from '../../content-types/uids';
import { parseIssues, type DeliveryRow } from '../../ledger/deliveries/delivery-row';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { inOwnLocale } from '../../entries/article-titles';
import { entryRows, textIn } from '../../strapi/entries';
import { hasDrafts } from '../../mapping/model/schemas';
import { schemasOf } from '../../strapi/schemas';
import { outcomesOf } from './outcomes';

const instant = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString();

const leftOf = ({ leftBy, leftAt }: DeliveryRow): DeliverySummary['left'] =>
  leftBy && leftAt ? { by: leftBy, at: new Date(leftAt).toISOString() } : null;

function toSummary(
  row: DeliveryRow,
  article: ShownArticle | undefined,
  outcome: Outcome,
): DeliverySummary {
  const { deliveryId, event, articleId, title, slug, orgId, campaignId, sourceStatus } = row;
  return {
    deliveryId,
    event,
    articleId,
    title,
    slug,
    orgId,
    campaignId,
    sourceStatus,
    occurredAt: instant(row.occurredAt),
    sourceUpdatedAt: instant(row.sourceUpdatedAt),
    receivedAt: new Date(row.receivedAt).toISOString(),
    state: row.state,
    ...toldReason(readReason(row)),
    outcome,
    discardedAt: instant(row.discardedAt),
    left: leftOf(row),
    duplicates: row.duplicates,
    bytes: row.byteSize,
    documentId: article?.documentId ?? null,
    contentType: article?.contentType ?? null,
    locale: article?.locale ?? null,
    articleTitle: article?.title ?? null,
  };
}

/** An entry that shows an article of the feed. */
interface ShownArticle extends StreamDocument {
  /** Null for a type of the site's own: the plugin's title may be anywhere there. */
  title: string | null;
}

/** The entries of streams that are there now, by stream key. */
async function articlesOf(
  strapi: Core.Strapi,
  rows: readonly DeliveryRow[],
): Promise<Map<string, ShownArticle>> {
  const streamKeys = [...new Set(rows.flatMap(({ streamKey }) => streamKey ?? []))];
  if (streamKeys.length === 0) return new Map();
  const documents = await ledgerOf(strapi).documents.of(streamKeys);
  const titles = new Map<string, string | null>();
  for (const uid of new Set([...documents.values()].map(({ contentType }) => contentType))) {
    const ids = [...documents.values()].filter(({ contentType }) => contentType === uid);
    for (const [id, title] of await titlesOf(strapi, uid, ids)) titles.set(id, title);
  }
  return new Map(
    [...documents].flatMap(([streamKey, document]) => {
      const title = titles.get(document.documentId);
      return title === undefined ? [] : [[streamKey, { ...document, title }]];
    }),
  );
}

/** The documents of a type that are there, with their titles. */
async function titlesOf(
  strapi: Core.Strapi,
  uid: string,
  documents: readonly StreamDocument[],
): Promise<[string, string | null][]> {
  // A site may have dropped the type that its articles once went to.
  const schema = schemasOf(strapi).contentTypes[uid];
  if (!schema) return [];
  const isOurs = uid === UIDS.article;
  const rows = await entryRows(strapi, uid).findMany({
    select: ['locale', ...(isOurs ? ['title'] : [])],
    where: {
      documentId: { $in: documents.map(({ documentId }) => documentId) },
      ...(isOurs && hasDrafts(schema) ? { publishedAt: null } : {}),
    },
  });
  return rows.filter(inOwnLocale(documents)).map((row) => [row.documentId, textIn(row, 'title')]);
}

/** Rows of the event log as the admin and the command line show them. */
export async function summariesOf(
  strapi: Core.Strapi,
  rows: readonly DeliveryRow[],
): Promise<DeliverySummary[]> {
  const articles = await articlesOf(strapi, rows);
  const outcomes = await outcomesOf(strapi, rows);
  return rows.map((row) =>
    toSummary(row, articles.get(row.streamKey ?? ''), outcomes.get(row.id) ?? []),
  );
}

/** Rows of the event log as the export has them. */
export async function exportOf(
  strapi: Core.Strapi,
  rows: readonly DeliveryRow[],
): Promise<DeliveryExport[]> {
  const summaries = await summariesOf(strapi, rows);
  const attempts = await ledgerOf(strapi).attempts.onAll(rows.map(({ id }) => id));
  return summaries.map((summary, index) => ({
    ...summary,
    issues: parseIssues(rows[index]?.issues ?? null),
    attempts: attempts.get(rows[index]?.id ?? NaN) ?? [],
  }));
}
