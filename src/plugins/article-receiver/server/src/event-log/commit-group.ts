/** What may go into one transaction together. */
export interface GroupLimits {
  /** Transactions at the same time. */
  writers: number;
  maxItems: number;
  /** Bytes of all items; one that is larger goes alone. */
  maxBytes: number;
}

interface Waiting<Item, Result> {
  item: Item;
  bytes: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/**
 * Group commit: what arrives while a transaction is being committed goes into the next one together,
 * and so does what arrives in the same turn of the event loop. SQLite's driver answers at once, so
 * that without the turn a transaction would be over before the next request was looked at.
 * Nobody waits for what has not come yet.
 */
export class CommitGroup<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private writing = 0;
  private isTurnEnding = false;

  /**
   * @param write writes all of the items or, when it rejects, none; says of each, in their order,
   *   what came of it.
   */
  constructor(
    private readonly write: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly limits: GroupLimits,
  ) {}

  /**
   * Resolves with what came of the item when it is committed; rejects with what kept it, and it
   * alone, from being so.
   */
  add(item: Item, bytes: number): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, bytes, resolve, reject });
      this.writeAtTurnEnd();
    });
  }

  private writeAtTurnEnd(): void {
    if (this.isTurnEnding) return;
    this.isTurnEnding = true;
    setImmediate(() => {
      this.isTurnEnding = false;
      this.writeNext();
    });
  }

  private writeNext(): void {
    if (this.writing >= this.limits.writers || this.waiting.length === 0) return;
    this.writing += 1;
    void this.writeGroup(this.takeGroup()).finally(() => {
      this.writing -= 1;
      this.writeAtTurnEnd();
    });
    this.writeNext();
  }

  private takeGroup(): Waiting<Item, Result>[] {
    const { maxItems, maxBytes } = this.limits;
    let bytes = 0;
    const end = this.waiting.findIndex((entry, index) => {
      bytes += entry.bytes;
      return index > 0 && (index >= maxItems || bytes > maxBytes);
    });
    return this.waiting.splice(0, end === -1 ? this.waiting.length : end);
  }

  /** Whatever is wrong with one item must not cost the others: after a fault each goes alone. */
  private async writeGroup(group: readonly Waiting<Item, Result>[]): Promise<void> {
    if (group.length > 1) {
      try {
        await this.writeTogether(group);
        return;
      } catch {
        // Each of them says what is wrong with it.
      }
    }
    await Promise.all(group.map((entry) => this.writeTogether([entry]).catch(entry.reject)));
  }

  private async writeTogether(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await this.write(group.map(({ item }) => item));
    group.forEach(({ resolve }, index) => resolve(results[index] as Result));
  }
}
