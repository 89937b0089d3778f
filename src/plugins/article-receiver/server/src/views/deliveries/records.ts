import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { readReason, toldReason } from '../../../../shared/deliveries/reasons';
import type { DeliveryRecord, LoggedDelivery } from '../../../../shared/deliveries/archive';
import type { DeliveryFilter } from '../../../../shared/deliveries/operations';
import { isTestName, TEST_STATUS } from '../../read-delivery/test-delivery';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { BodyDamaged } from '../../event-log/body-damaged';
import { eventLogOf } from '../../event-log/event-log';
import type { OriginRow } from '../../event-log/origins';
import { filterOf } from '../../ledger/deliveries/filters';
import { ledgerOf } from '../../ledger/ledger';
import { deletionsOf } from './deletions';

/**
 * The deliveries that match, in the order of the log, each with its exact body. One body is in
 * memory at a time, however long the log is.
 */
export async function* recordsOf(
  strapi: Core.Strapi,
  filter: DeliveryFilter,
): AsyncGenerator<LoggedDelivery> {
  for await (const rows of ledgerOf(strapi).selected.inOrder(filterOf(filter))) {
    const origins = await eventLogOf(strapi).origins(rows.map(({ id }) => id));
    const deletions = await deletionsOf(
      strapi,
      rows.flatMap(({ streamKey }) => streamKey ?? []),
    );
    for (const row of rows) {
      const origin = origins.get(row.id);
      const deleted = (row.streamKey !== null && deletions.get(row.streamKey)) || null;
      if (origin) yield await withBody(strapi, row, { ...recordOf(row, origin), deleted });
    }
  }
}

async function withBody(
  strapi: Core.Strapi,
  row: DeliveryRow,
  record: DeliveryRecord,
): Promise<LoggedDelivery> {
  if (row.sourceStatus === TEST_STATUS && isTestName(record.token)) {
    return { record, body: null, why: 'test' };
  }
  const body = await eventLogOf(strapi)
    .body(row.id)
    .catch((error: unknown) => {
      if (error instanceof BodyDamaged) return 'damaged' as const;
      throw error;
    });
  if (body === null) return { record, body, why: 'dropped' };
  if (body === 'damaged') return { record, body: null, why: 'damaged' };
  const isExact = createHash('sha256').update(body).digest('hex') === record.digest;
  return isExact ? { record, body } : { record, body: null, why: 'damaged' };
}

const isoOf = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString();

function recordOf(row: DeliveryRow, origin: OriginRow): Omit<DeliveryRecord, 'deleted'> {
  const discardedAt = isoOf(row.discardedAt);
  return {
    digest: row.digest,
    receivedAt: new Date(row.receivedAt).toISOString(),
    acknowledgedAt: isoOf(row.acknowledgedAt),
    token: origin.token ?? '',
    remoteAddress: origin.remoteAddress,
    userAgent: origin.userAgent,
    duplicates: row.duplicates,
    lastDuplicateAt: isoOf(row.lastDuplicateAt),
    discarded:
      discardedAt === null ? null : { at: discardedAt, reason: toldReason(readReason(row)).reason },
  };
}
