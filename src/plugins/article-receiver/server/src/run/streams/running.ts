import { availableParallelism } from 'node:os';
import type { Core } from '@strapi/types';
import { isSqlite } from '../../database/sql';

/** However many cores: all of them write through one thread of JavaScript, and each holds its images. */
const MOST_AT_ONCE = 4;
/** Where one has to wait for a storage or a database, or for the others to be written, another has not. */
const FEWEST_AT_ONCE = 3;

/** The streams that this process is projecting. */
export interface Running {
  /** How many it takes up at once. */
  readonly atOnce: number;
  /** Those that it is at now, the longest first. */
  streams(): string[];
  /** Counts a stream as running for as long as that takes. */
  during<Result>(streamKey: string, work: () => Promise<Result>): Promise<Result>;
}

export function createRunning(strapi: Core.Strapi): Running {
  const streams = new Set<string>();
  return {
    atOnce: atOnce(strapi),
    streams: () => [...streams],
    during: async (streamKey, work) => {
      streams.add(streamKey);
      try {
        return await work();
      } finally {
        streams.delete(streamKey);
      }
    },
  };
}

/**
 * As many as there are cores to make images smaller, and never all connections to the database:
 * each stream holds one while it is written, and requests need some too. SQLite has a single one,
 * for which they queue.
 */
function atOnce(strapi: Core.Strapi): number {
  const cores = Math.min(Math.max(FEWEST_AT_ONCE, availableParallelism()), MOST_AT_ONCE);
  if (isSqlite(strapi)) return cores;
  const { max } = (strapi.db.connection.client as { pool: { max: number } }).pool;
  return Math.max(1, Math.min(cores, Math.floor(max / 2)));
}
