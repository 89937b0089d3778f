import type { Core } from '@strapi/types';
import type { TargetPreview } from '../../../shared/targets';
import type { Options } from '../config/options';
import type { TargetOptions } from '../../../shared/mapping';
import { readImages } from '../delivery/images';
import { readSkeleton } from '../delivery/read';
import type { StandingEntry } from '../event-log/deliveries';
import { readTarget } from '../target/read-target';
import { localeFor } from './locales';
import { placeDelivery } from './place-delivery';
import { schemasOf } from './target-of';

/**
 * What a mapping would make of one delivery. Writes nothing, and needs no delivery in the log.
 * @throws Error when the mapping does not fit the site's schemas, or the delivery cannot be read.
 */
export async function previewMapping(
  strapi: Core.Strapi,
  target: TargetOptions,
  body: Buffer,
  options: Options,
): Promise<TargetPreview> {
  const { target: mapping, faults, warnings } = readTarget(target, schemasOf(strapi));
  if (!mapping) throw new Error(faults.join('; '));
  const reading = readSkeleton(body);
  if (reading.kind !== 'delivery') {
    const [fault] = reading.issues;
    throw new Error(`the sample cannot be read: ${fault?.path ?? ''} ${fault?.message ?? ''}`);
  }
  const { delivery, unknown } = reading;
  const issues = [...reading.issues];
  const images = readImages(delivery.article, new Set(), issues);
  const place = await localeFor(strapi, mapping, delivery.article.language, true);
  const locale = 'locale' in place ? place.locale : null;
  const { fields, slug } = await placeDelivery(
    strapi,
    { entry: NO_ENTRY, delivery, unknown, images, issues, stamp: [0, 0, 0] },
    { options, mapping, locale, isPublished: false, preview: true },
  );
  const values = mapping.slug === null ? fields : { ...fields, [mapping.slug]: slug };
  return {
    title: delivery.article.title,
    locale,
    parked: 'reason' in place ? place.reason : null,
    values: Object.entries(values).map(([field, value]) => ({ field, value })),
    issues,
    warnings,
  };
}

/** The sample is no delivery of the log. */
const NO_ENTRY: StandingEntry = {
  position: 0,
  occurredAt: 0,
  sourceUpdatedAt: null,
  event: '',
  sourceStatus: null,
  streamKey: '',
  slug: '',
  deliveryId: '',
  state: 'superseded',
  reason: null,
  failures: 0,
  issues: [],
};
