import type { Core } from '@strapi/types';
import { readTokens, type TokenRow } from './stored-tokens';

/** How long a list is good for: the longest that another process's change stays unnoticed. */
const MAX_AGE_MS = 2_000;

/** A token that is not in the list makes it be read again, no more often than this. */
const MIN_AGE_MS = 1_000;

export interface TokenList {
  /** All tokens, at most two seconds old where the database answers. */
  current(): Promise<readonly TokenRow[]>;
  /**
   * The list again, after a look-up that found nothing; null when it was read so recently that
   * reading it again has to wait.
   * @throws Error of the database, also where it failed within the last second.
   */
  renewed(): Promise<readonly TokenRow[] | null>;
  /** Makes the next look-up read the list again. */
  forget(): void;
}

/**
 * The tokens of the database, kept for a moment, so that a delivery costs no query for its token
 * and somebody who guesses tokens costs at most one a second.
 * @param clock milliseconds that never go back.
 */
export function createTokenList(
  strapi: Core.Strapi,
  clock: () => number = () => performance.now(),
): TokenList {
  let rows: readonly TokenRow[] = [];
  let readAt = -Infinity;
  let triedAt = -Infinity;
  let failure: Error | null = null;
  let reading: Promise<readonly TokenRow[]> | null = null;

  const read = (): Promise<readonly TokenRow[]> => {
    if (reading) return reading;
    const startedAt = clock();
    triedAt = startedAt;
    const own: Promise<readonly TokenRow[]> = readTokens(strapi)
      .then(
        (found) => {
          // What was read before `forget` may lack what it was called for.
          if (reading !== own) return found;
          rows = found;
          readAt = startedAt;
          failure = null;
          return found;
        },
        (error: Error) => {
          if (reading === own) failure = error;
          throw error;
        },
      )
      .finally(() => {
        if (reading === own) reading = null;
      });
    reading = own;
    return own;
  };

  return {
    current: async () => {
      if (clock() - readAt <= MAX_AGE_MS) return rows;
      // While the database is away, what was known goes on being known.
      return read().catch(() => rows);
    },
    renewed: async () => {
      if (clock() - triedAt >= MIN_AGE_MS) return read();
      if (failure !== null) throw failure;
      return null;
    },
    forget: () => {
      reading = null;
      readAt = -Infinity;
      triedAt = -Infinity;
    },
  };
}
