import type { Issue } from '../../../shared/deliveries/deliveries';
import { checkTime } from '../read-delivery/check-time';
import { readImages, type DeliveredImage } from '../read-delivery/images';
import { references } from '../read-delivery/lift';
import { readSkeleton } from '../read-delivery/read';
import type { WireDelivery } from '../read-delivery/wire';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import type { StoredBody } from './bodies';
import type { Stamp } from '../projection/shared-documents/registers';

/** A delivery of the log, read again for its projection. */
export interface LoadedDelivery {
  entry: StreamDelivery;
  delivery: WireDelivery;
  unknown: ReadonlyMap<string, unknown>;
  images: DeliveredImage[];
  /** What did not fit so far; the projection adds to it. */
  issues: Issue[];
  /** Its place in the order of all deliveries. */
  stamp: Stamp;
}

/** What a stored body says, for those who only look at it. */
export type StoredDelivery = Pick<LoadedDelivery, 'delivery' | 'unknown' | 'images' | 'issues'>;

/** What a stored body says; null when it cannot be read. */
export function readStored({ skeleton, lifts }: StoredBody): StoredDelivery | null {
  const reading = readSkeleton(skeleton);
  if (reading.kind !== 'delivery') return null;
  const issues = [...reading.issues];
  const stored = new Set(references(skeleton, lifts));
  const images = readImages(reading.delivery.article, stored, issues);
  return { delivery: reading.delivery, unknown: reading.unknown, images, issues };
}

/** Retention dropped the body: the row and its digest are what is left. */
export class BodyDropped extends Error {
  override readonly name = 'BodyDropped';
}

/**
 * Reads a delivery for its projection.
 * @param body null when retention dropped it.
 * @throws BodyDropped when retention dropped the body.
 * @throws Error when it can no longer be read.
 */
export function loadStored(entry: StreamDelivery, body: StoredBody | null): LoadedDelivery {
  if (!body) throw new BodyDropped('the body of this delivery was dropped by retention');
  const { skeleton, lifts } = body;
  const reading = readSkeleton(skeleton);
  if (reading.kind !== 'delivery') {
    const [fault] = reading.issues;
    throw new Error(`the delivery is not readable: ${fault?.path ?? ''} ${fault?.message ?? ''}`);
  }
  const issues = [...reading.issues, ...checkTime(entry.occurredAt, entry.receivedAt)];
  const stored = new Set(references(skeleton, lifts));
  const images = readImages(reading.delivery.article, stored, issues);
  const stamp: Stamp = [
    entry.occurredAt,
    entry.sourceUpdatedAt ?? Number.MIN_SAFE_INTEGER,
    entry.position,
  ];
  return { entry, delivery: reading.delivery, unknown: reading.unknown, images, issues, stamp };
}
