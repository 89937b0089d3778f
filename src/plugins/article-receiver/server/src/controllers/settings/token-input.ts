import { z } from 'zod';
import { isTestName } from '../../read-delivery/test-delivery';
import { isConfiguredName } from '../../tokens/match-token';

const MAX_OVERLAP_MS = 31 * 24 * 60 * 60_000;

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((value) => !/\p{Cc}/u.test(value), 'expected a name without control characters')
  .refine((value) => !isConfiguredName(value), 'tokens of the configuration have names like this')
  .refine((value) => !isTestName(value), 'tokens of test deliveries have names like this');

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
