/** What carries out projections. It decides when, never what; correctness does not depend on it. */
export interface Runner {
  kind: 'embedded';
  start(): void;
  /** Says that a stream may be behind. A hint: it may get lost. */
  kick(streamKey?: string | null): void;
  /** The stream that is being projected now; null when none is. */
  running(): string | null;
  /** Resolves when there is nothing left to do now. */
  idle(): Promise<void>;
  /** Finishes the current article and takes up no other. */
  stop(): Promise<void>;
}
