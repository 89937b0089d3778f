import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { fromSentence } from '../../../shared/deliveries/reasons';
import type {
  CarriedDelivery,
  Deletion,
  DeliveryRecord,
  ImportResult,
} from '../../../shared/deliveries/archive';
import { eventLogOf } from '../event-log/event-log';
import type { Arrival, ArrivalPast } from '../event-log/arrival';
import { arrivalOf, type Body, type Origin } from './accept-delivery';
import { keepDeleted } from './keep-deleted';

/**
 * Appends deliveries that another log exported, in their order and with their times; those that the
 * log has are left alone, but for what retention dropped of them, which is stored again. Whose deliveries the site
 * takes, it decides anew, as at the webhook. An article that was deleted there does not come back here.
 */
export async function importDeliveries(
  strapi: Core.Strapi,
  carried: readonly CarriedDelivery[],
): Promise<ImportResult> {
  const arrivals = new Map<string, Arrival>();
  const deletions = new Map<string, Deletion>();
  for (const { body, record } of carried) {
    const { arrival } = await arrivalOf(strapi, bodyOf(body), originOf(record));
    arrivals.set(arrival.digest, arrival);
    const { articleId } = arrival.facts;
    if (record.deleted && articleId !== null) deletions.set(articleId, record.deleted);
  }
  for (const [articleId, deletion] of deletions) await keepDeleted(strapi, articleId, deletion);
  const log = eventLogOf(strapi);
  const added = await log.appendInOrder([...arrivals.values()]);
  for (const { digest } of added) arrivals.delete(digest);
  let restored = 0;
  for (const arrival of arrivals.values()) if (await log.putBack(arrival)) restored += 1;
  return {
    added: added.length,
    quarantined: added.filter(({ state }) => state === 'quarantined').length,
    known: carried.length - added.length,
    restored,
  };
}

const bodyOf = (bytes: Buffer): Body => ({
  bytes,
  digest: createHash('sha256').update(bytes).digest('hex'),
});

const originOf = (record: DeliveryRecord): Origin => ({
  receivedAt: Date.parse(record.receivedAt),
  token: record.token,
  remoteAddress: record.remoteAddress,
  userAgent: record.userAgent,
  past: pastOf(record),
});

const epochOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

const pastOf = ({
  acknowledgedAt,
  duplicates,
  lastDuplicateAt,
  discarded,
}: DeliveryRecord): ArrivalPast => ({
  acknowledgedAt: epochOf(acknowledgedAt),
  duplicates,
  lastDuplicateAt: epochOf(lastDuplicateAt),
  discarded: discarded && { at: Date.parse(discarded.at), reason: fromSentence(discarded.reason) },
});
