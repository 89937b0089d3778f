import { retryDelay } from '../../pace/retry-delay';

/** So many looks in a row may settle nothing but slugs that were settled before. */
const MANY = 50;

const PAUSES = { attempts: Infinity, firstDelayMs: 250, maxDelayMs: 5_000 };

/**
 * How soon slugs are settled again. Articles that hand a slug to each other without an end would
 * otherwise keep a site at one full core, and everything that comes after slugs waiting.
 */
export class SettlingPace {
  private settledBefore = new Set<string>();
  private inARow = 0;

  /** @param onMany told once of each row that gets long, with the slugs of its last look. */
  constructor(private readonly onMany: (slugs: readonly string[]) => void) {}

  /**
   * @param settled the slugs because of which the last look settled anything; none end the row.
   * @returns milliseconds to wait before the next look; 0 for at once.
   */
  after(settled: readonly string[]): number {
    if (settled.length === 0) {
      this.settledBefore.clear();
      this.inARow = 0;
      return 0;
    }
    if (settled.some((slug) => !this.settledBefore.has(slug))) {
      for (const slug of settled) this.settledBefore.add(slug);
      return 0;
    }
    this.inARow += 1;
    if (this.inARow === MANY) this.onMany(settled);
    if (this.inARow < MANY) return 0;
    return retryDelay(this.inARow - MANY + 1, PAUSES, 1) ?? PAUSES.maxDelayMs;
  }
}
