import { z } from 'zod';
import { isCronRule } from './cron-rule';
import { days, MIB } from './option-kinds';

/** How long what is kept for the record is kept. */
export const retentionSchema = z.strictObject({
  bodiesDays: days.nullable().default(null),
  imagesDays: days.nullable().default(null),
  /** Days for which the bodies are kept that somebody discarded from quarantine. */
  discardedDays: days.default(30),
  /** Room for bodies that wait in quarantine; what has none is refused, never dropped. */
  quarantineBytes: z
    .int()
    .min(1024)
    .max(1024 * 1024 * MIB)
    .default(1024 * MIB),
  schedule: z
    .string()
    .trim()
    .refine(isCronRule, 'expected a cron rule like 17 3 * * *')
    .default('17 3 * * *'),
});
