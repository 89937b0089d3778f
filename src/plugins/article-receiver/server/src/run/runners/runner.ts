/** What carries out projections. It decides when, never what; correctness does not depend on it. */
export interface Runner {
  kind: 'embedded' | 'bullmq';
  start(): void;
  /** Says that a stream may be behind. A hint: it may get lost. */
  kick(streamKey?: string | null): void;
  /** The stream that this process has been projecting for longest now; null when it is at none. */
  running(): string | null;
  /** What is wrong with the runner itself, in words for an operator; null when nothing is. */
  problem(): string | null;
  /** Resolves when there is nothing left to do now. */
  idle(): Promise<void>;
  /** Finishes the current article and takes up no other. */
  stop(): Promise<void>;
}
