import { retryDelay } from './retry-delay';

/** The pauses before what could not be done is tried again: each longer than the one before. */
export interface Pauses {
  firstDelayMs: number;
  maxDelayMs: number;
}

/**
 * What this process could not do, because somebody else was found at work on it or because it failed, and when it
 * looks at each of it again.
 */
export interface SecondLooks {
  /**
   * It cannot be done now. The pause before the next look grows from time to time.
   * @param atOnce how many times in a row there is none.
   */
  met(name: string, atOnce?: number): void;
  /** It is free, or done. */
  forget(name: string): void;
  /** For how long that has been so, in milliseconds. */
  metFor(name: string): number;
  /** What is to be left alone now. */
  waiting(): string[];
  /** How long it is until the first of it may be looked at; null when none is to be left alone. */
  untilNext(): number | null;
}

interface Meeting {
  times: number;
  since: number;
  /** When it may be looked at again. */
  again: number;
}

/** @param clock milliseconds that never go back. */
export function createSecondLooks(
  { firstDelayMs, maxDelayMs }: Pauses,
  { clock, random } = { clock: () => performance.now(), random: Math.random },
): SecondLooks {
  const meetings = new Map<string, Meeting>();
  const policy = { attempts: Infinity, firstDelayMs, maxDelayMs };
  const pending = () => [...meetings].filter(([, { again }]) => again > clock());

  /** What somebody else finished is never asked for again. */
  const prune = () => {
    for (const [name, { again }] of meetings) {
      if (again < clock() - 2 * maxDelayMs) meetings.delete(name);
    }
  };

  return {
    met: (name, atOnce = 0) => {
      prune();
      const { times, since } = meetings.get(name) ?? { times: 0, since: clock() };
      const delay =
        times < atOnce ? 0 : (retryDelay(times + 1 - atOnce, policy, random()) ?? maxDelayMs);
      meetings.set(name, { times: times + 1, since, again: clock() + delay });
    },
    forget: (name) => void meetings.delete(name),
    metFor: (name) => clock() - (meetings.get(name)?.since ?? clock()),
    waiting: () => pending().map(([name]) => name),
    untilNext: () => {
      const times = pending().map(([, { again }]) => again - clock());
      return times.length > 0 ? Math.min(...times) : null;
    },
  };
}
