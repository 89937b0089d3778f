import type { Core } from '@strapi/types';
import { instant, integer, key, read } from '../database/columns';
import { TABLES } from '../database/models';
import { table } from '../database/sql';
import type { DueTime } from './behind';

/** What the runner has to see to. */
export interface WaitingWork {
  /** Whether streams are behind. */
  streams: boolean;
  /** Whether slugs changed hands, for which others wait. */
  slugs: boolean;
  /** Whether a rebuild or bulk redrive is running. */
  job: boolean;
  /** When the next delivery is to be tried again, in epoch ms; null when none is. */
  nextRetryAt: number | null;
}

const FOUND = { pending: integer, first: instant, last: instant, mark: key, job: integer };

/**
 * Looks whether there is anything to do, in one statement, of which each part is the first entry of an
 * index: a site that has nothing to do asks its database for next to nothing.
 *
 * A try that is planned for later than any can be is due as well; see `behind.ts`.
 */
export async function waitingWork(
  strapi: Core.Strapi,
  { now, longestDelayMs }: DueTime,
): Promise<WaitingWork> {
  const deliveries = () => table(strapi, TABLES.delivery);
  const retries = () => deliveries().whereNotNull('next_attempt_at');
  const [row] = await read(
    strapi.db.connection.select(
      deliveries().where({ state: 'pending' }).min('id').as('pending'),
      retries().min('next_attempt_at').as('first'),
      retries().max('next_attempt_at').as('last'),
      table(strapi, TABLES.slugInterest).whereNotNull('mark').min('mark').as('mark'),
      table(strapi, TABLES.job).where({ state: 'running' }).max('id').as('job'),
    ),
    FOUND,
  );
  const { first = null, last = null } = row ?? {};
  const isDue = first !== null && first <= now;
  const isTooFar = last !== null && last > now + longestDelayMs;
  return {
    streams: (row?.pending ?? null) !== null || isDue || isTooFar,
    slugs: (row?.mark ?? null) !== null,
    job: (row?.job ?? null) !== null,
    nextRetryAt: first,
  };
}
