import { z } from 'zod';
import type { Issue } from '../../../shared/deliveries';
import { isConfiguredName } from '../edge/tokens';

const MAX_OVERLAP_MS = 31 * 24 * 60 * 60_000;

const name = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine((value) => !/\p{Cc}/u.test(value), 'expected a name without control characters')
  .refine((value) => !isConfiguredName(value), 'tokens of the configuration have names like this');

const expiresAt = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((epochMs) => epochMs > Date.now(), 'expected a time in the future');

const newToken = z.strictObject({ name, expiresAt: expiresAt.nullish() });

const rotation = z.strictObject({
  /** How long the old token goes on working, in milliseconds. */
  overlapMs: z.int().min(0).max(MAX_OVERLAP_MS).optional(),
});

type Parsed<T> = { ok: true; value: T } | { ok: false; issues: Issue[] };

function parse<T>(schema: z.ZodType<T>, body: unknown): Parsed<T> {
  const result = schema.safeParse(body ?? {});
  if (result.success) return { ok: true, value: result.data };
  const issues = result.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  return { ok: false, issues };
}

/** What is asked for a new token; what is wrong is named, with what was expected there. */
export const parseNewToken = (body: unknown): Parsed<z.output<typeof newToken>> =>
  parse(newToken, body);

export const parseRotation = (body: unknown): Parsed<z.output<typeof rotation>> =>
  parse(rotation, body);
