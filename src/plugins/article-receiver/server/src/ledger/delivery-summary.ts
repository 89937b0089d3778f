import type { Core } from '@strapi/types';
import type { DeliveryDetail, DeliverySummary } from '../../../shared/deliveries';
import { parseIssues, type DeliveryRow } from '../event-log/deliveries';
import { attemptsOn } from './attempts';
import { documentsOf } from './streams';

const instant = (epochMs: number | string | null): string | null =>
  epochMs === null ? null : new Date(Number(epochMs)).toISOString();

function toSummary(row: DeliveryRow, documentId: string | null): DeliverySummary {
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
    receivedAt: new Date(Number(row.receivedAt)).toISOString(),
    state: row.state,
    reason: row.reason,
    discardedAt: instant(row.discardedAt),
    duplicates: row.duplicates,
    bytes: row.byteSize,
    documentId,
  };
}

/** Rows of the event log as the admin and the command line show them. */
export async function summariesOf(
  strapi: Core.Strapi,
  rows: readonly DeliveryRow[],
): Promise<DeliverySummary[]> {
  const streamKeys = rows.flatMap(({ streamKey }) => streamKey ?? []);
  const documents = await documentsOf(strapi, [...new Set(streamKeys)]);
  return rows.map((row) => toSummary(row, documents.get(row.streamKey ?? '') ?? null));
}

/** One delivery with all that is known about it but its body. */
export async function detailOf(strapi: Core.Strapi, row: DeliveryRow): Promise<DeliveryDetail> {
  const documents = await documentsOf(strapi, row.streamKey ? [row.streamKey] : []);
  return {
    ...toSummary(row, documents.get(row.streamKey ?? '') ?? null),
    digest: row.digest,
    issues: parseIssues(row.issues),
    attempts: await attemptsOn(strapi, row.id),
    nextAttemptAt: instant(row.nextAttemptAt),
  };
}
