/**
 * The sleep of a runner between two passes: cut short by a hint, and known to those who wait for it
 * to be idle.
 */
export interface WakeableSleep {
  /**
   * Work begins: what was hinted at before this is taken into account by it.
   * @returns whether anything was.
   */
  begin(): boolean;
  /** Sleeps with work left to do. */
  forAtMost(milliseconds: number): Promise<void>;
  /** Sleeps with nothing left to do now. */
  asIdle(milliseconds: number): Promise<void>;
  /** Resolves with the next hint; at once where there was one since the work began. */
  next(): Promise<void>;
  /** Ends the sleep, or keeps the next from being one: there may be something to do. */
  end(): void;
  /** Resolves when there is nothing left to do now. */
  idle(): Promise<void>;
  /** Lets everybody go who waits for that, whether it is so or not. */
  release(): void;
}

export function createWakeableSleep(): WakeableSleep {
  let hinted = true;
  let isIdle = false;
  let wake: (() => void) | null = null;
  const waiting: (() => void)[] = [];
  let hint: { given: Promise<void>; give: () => void } | null = null;

  const release = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };

  const forAtMost = async (milliseconds: number): Promise<void> => {
    if (hinted) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
      setTimeout(resolve, Math.max(0, milliseconds)).unref();
    });
    wake = null;
  };

  return {
    begin: () => {
      const wasHinted = hinted;
      hinted = false;
      isIdle = false;
      return wasHinted;
    },
    forAtMost,
    asIdle: async (milliseconds) => {
      if (hinted) return;
      isIdle = true;
      release();
      await forAtMost(milliseconds);
      isIdle = false;
    },
    next: () => {
      if (hinted) return Promise.resolve();
      hint ??= newHint();
      return hint.given;
    },
    end: () => {
      hinted = true;
      hint?.give();
      hint = null;
      isIdle = false;
      wake?.();
    },
    idle: async () => {
      if (isIdle) return;
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    release,
  };
}

function newHint() {
  let give = () => {};
  const given = new Promise<void>((resolve) => (give = resolve));
  return { given, give };
}
