import { AsyncLocalStorage } from 'node:async_hooks';

/** A value that goes along with work wherever it leads, through Strapi's own code, too. */
export interface Alongside<Value> {
  /** The value that the caller's work was begun with; undefined where there is none. */
  get(): Value | undefined;
  /** Does work with a value, in the place of the one that went along so far. */
  run<Result>(value: Value, work: () => Result): Result;
}

/** Work that something goes along with, within other work maybe. */
interface Frame {
  outer: Frame | undefined;
}

/** One store for all of them: Node hands each store on with every promise of the process. */
const frames = new AsyncLocalStorage<Frame>();

/** Makes a place for a value of one kind; once for each kind, where a module is loaded. */
export function alongside<Value>(): Alongside<Value> {
  const values = new WeakMap<Frame, { value: Value }>();
  return {
    get: () => {
      for (let frame = frames.getStore(); frame; frame = frame.outer) {
        const found = values.get(frame);
        if (found) return found.value;
      }
      return undefined;
    },
    run: (value, work) => {
      const frame = { outer: frames.getStore() };
      values.set(frame, { value });
      return frames.run(frame, work);
    },
  };
}
