import { z } from 'zod';

const MAX_OVERLAP_MS = 31 * 24 * 60 * 60_000;

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((value) => !/\p{Cc}/u.test(value), 'expected a name without control characters');

const expiresAt = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((epochMs) => epochMs > Date.now(), 'expected a time in the future');

/** What a new token is asked for with. */
export const newToken = z.strictObject({ name, expiresAt: expiresAt.nullish() });

export const rotation = z.strictObject({
  /** How long the old token goes on working, in milliseconds. */
  overlapMs: z.int().min(0).max(MAX_OVERLAP_MS).optional(),
});
