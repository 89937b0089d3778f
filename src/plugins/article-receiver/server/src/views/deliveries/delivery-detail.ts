import type { Core } from '@strapi/types';
import type {
  DeliveryDetail,
  DeliverySender,
  DeliveryTimings,
} from '../../../../shared/deliveries/deliveries';
import { parseIssues, type DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import { publicAddress } from '../site-pages/public-address';
import { eventLogOf } from '../../event-log/event-log';
import { summariesOf } from './delivery-summary';
import { pendingDecision } from './pending-decisions';
import { changesOf } from './delivery-changes';
import { imagesOf } from './delivery-images';

const instant = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString();

/** One delivery with all that is known about it but its body. */
export async function detailOf(strapi: Core.Strapi, row: DeliveryRow): Promise<DeliveryDetail> {
  const [summary] = await summariesOf(strapi, [row]);
  if (!summary) throw new Error(`delivery ${row.deliveryId} has no summary`);
  const issues = parseIssues(row.issues);
  const stored = await eventLogOf(strapi).look(row.id);
  return {
    ...summary,
    digest: row.digest,
    address: await publicAddress(strapi, summary),
    issues,
    attempts: await ledgerOf(strapi).attempts.on(row.id),
    nextAttemptAt: instant(row.nextAttemptAt),
    sender: await senderOf(strapi, row),
    timings: await timingsOf(strapi, row),
    images: stored ? await imagesOf(strapi, { id: row.id, issues }, stored) : [],
    changes: stored ? await changesOf(strapi, row, stored) : null,
    decision: await pendingDecision(strapi, row),
  };
}

async function senderOf(strapi: Core.Strapi, { id }: DeliveryRow): Promise<DeliverySender> {
  const origin = (await eventLogOf(strapi).origins([id])).get(id);
  return {
    token: origin?.token ?? null,
    address: origin?.remoteAddress ?? null,
    userAgent: origin?.userAgent ?? null,
  };
}

async function timingsOf(strapi: Core.Strapi, row: DeliveryRow): Promise<DeliveryTimings> {
  const { receivedAt, acknowledgedAt } = row;
  const projected = await ledgerOf(strapi).attempts.projectedAt(row.id);
  const between = (from: number | null, to: number | null) =>
    from === null || to === null ? null : Math.max(0, to - from);
  return {
    receivedAt: new Date(receivedAt).toISOString(),
    acknowledgedAt: instant(acknowledgedAt),
    projectedAt: instant(projected),
    acknowledgeMs: between(receivedAt, acknowledgedAt),
    projectMs: between(acknowledgedAt, projected),
  };
}
