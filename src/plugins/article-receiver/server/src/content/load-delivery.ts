import type { Core } from '@strapi/types';
import type { Issue } from '../../../shared/deliveries';
import { readImages, type DeliveredImage } from '../delivery/images';
import { references } from '../delivery/lift';
import { readSkeleton } from '../delivery/read';
import type { WireDelivery } from '../delivery/wire';
import type { StandingEntry } from '../event-log/deliveries';
import { storedBody } from '../event-log/bodies';
import type { Stamp } from '../projection/registers';

/** A delivery of the log, read again for its projection. */
export interface LoadedDelivery {
  entry: StandingEntry;
  delivery: WireDelivery;
  unknown: ReadonlyMap<string, unknown>;
  images: DeliveredImage[];
  /** What did not fit so far; the projection adds to it. */
  issues: Issue[];
  /** Its place in the order of all deliveries. */
  stamp: Stamp;
}

/** @throws Error when the body is no longer stored or can no longer be read. */
export async function loadDelivery(
  strapi: Core.Strapi,
  entry: StandingEntry,
): Promise<LoadedDelivery> {
  const { skeleton, lifts } = await storedBody(strapi, entry.position);
  const reading = readSkeleton(skeleton);
  if (reading.kind !== 'delivery') {
    const [fault] = reading.issues;
    throw new Error(`the delivery is not readable: ${fault?.path ?? ''} ${fault?.message ?? ''}`);
  }
  const issues = [...reading.issues];
  const stored = new Set(references(skeleton, lifts));
  const images = readImages(reading.delivery.article, stored, issues);
  const stamp: Stamp = [
    entry.occurredAt,
    entry.sourceUpdatedAt ?? Number.MIN_SAFE_INTEGER,
    entry.position,
  ];
  return { entry, delivery: reading.delivery, unknown: reading.unknown, images, issues, stamp };
}
