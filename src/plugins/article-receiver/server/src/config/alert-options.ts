import { z } from 'zod';
import { ALERTS, NEWS } from '../../../shared/settings/settings';
import { milliseconds } from './option-kinds';

const EXPECTED = 'expected the id of an administrator, as a number, or an address';

/** Who gets the digest: administrators by their id, anybody else by address. */
const mail = z.strictObject({
  to: z
    .array(
      // Each says it: where a value is of the type of one, zod asks that one alone.
      z.union([z.int(EXPECTED).min(1, EXPECTED), z.email(EXPECTED)], EXPECTED),
    )
    .min(1)
    .max(50),
  states: z
    .array(z.enum(ALERTS))
    .min(1)
    .default(() => [...ALERTS]),
});

/** Who is told of what. */
export const alertsSchema = z.strictObject({
  /** Digest of what waits for a person, at most one an hour; null: none. */
  mail: mail.nullable().default(null),
  /** News that are told as events too. */
  news: z.array(z.enum(NEWS)).default([]),
  /** More than so many events of one kind that come within that time are told as one. */
  group: z
    .strictObject({
      over: z.int().min(1).max(100).default(5),
      withinMs: milliseconds(5_000, 0),
    })
    .prefault({}),
});
