/** Gives back what was reserved. */
export type Release = () => void;

/**
 * A budget of bytes in flight: what all requests together may hold in memory. Beyond it, reading
 * waits in order of arrival; who waited too long is told to come back later.
 */
export class MemoryBudget {
  private used = 0;
  private readonly waiting: { bytes: number; start: () => void }[] = [];

  constructor(private readonly total: number) {}

  /**
   * Reserves bytes; a request larger than the whole budget gets the whole budget, alone.
   * @returns null when there was no room within `waitMs`.
   */
  reserve(bytes: number, waitMs: number): Promise<Release | null> {
    const share = Math.min(bytes, this.total);
    if (this.waiting.length === 0 && this.used + share <= this.total) {
      return Promise.resolve(this.take(share));
    }
    return new Promise((resolve) => {
      const entry = {
        bytes: share,
        start: () => {
          clearTimeout(timer);
          resolve(this.take(share));
        },
      };
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        resolve(null);
        this.startWaiting();
      }, waitMs);
      this.waiting.push(entry);
    });
  }

  private take(bytes: number): Release {
    this.used += bytes;
    let released = false;
    return () => {
      if (released) return;
      released = true;
      this.used -= bytes;
      this.startWaiting();
    };
  }

  private startWaiting(): void {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (this.used + next.bytes > this.total) return;
      this.waiting.shift();
      next.start();
    }
  }
}
