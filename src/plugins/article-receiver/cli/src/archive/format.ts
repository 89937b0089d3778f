import { z } from 'zod';
import type { DeliveryRecord } from '../../../shared/deliveries/archive';

/**
 * An export is a gzip stream of: a line that says what it is; for each delivery a line of JSON and
 * then the body, exactly as it was received, with a line end behind it; a line of JSON that ends it.
 */
export const FIRST_LINE = 'article-receiver export 1';

/** Longest line of JSON: a user agent and a reason are the longest things in it. */
export const MAX_LINE_BYTES = 256 * 1024;
/** Longer bodies than any webhook takes are none. */
const MAX_BODY_BYTES = 1024 * 1024 * 1024;

const time = z.iso.datetime();
const count = z.int().min(0);

const RECORD = z.object({
  digest: z.string().regex(/^[0-9a-f]{64}$/, 'expected a SHA-256 as 64 hex digits'),
  receivedAt: time,
  acknowledgedAt: time.nullable(),
  token: z.string().max(255),
  remoteAddress: z.string().max(255).nullable(),
  userAgent: z.string().nullable(),
  duplicates: count,
  lastDuplicateAt: time.nullable(),
  discarded: z.object({ at: time, reason: z.string().nullable() }).nullable(),
  // Exports from before it was taken along have none.
  deleted: z
    // By a first and a last name, each as long as Strapi takes it.
    .object({ at: time, by: z.string().max(1_000), documentId: z.string().max(255) })
    .nullable()
    .default(null),
}) satisfies z.ZodType<DeliveryRecord>;

/** The line before a body. */
export const HEAD = z.object({ delivery: RECORD, bytes: count.max(MAX_BODY_BYTES) });

/** The last line. */
export const END = z.object({
  end: z.object({
    deliveries: count,
    /** SHA-256 of everything before this line. */
    digest: z.string(),
  }),
});
