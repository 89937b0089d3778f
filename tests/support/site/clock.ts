/** Lets a test set the clock, and nothing else: whatever waits goes on waiting in real time. */
export function fakeClock(now: string): (time: string) => void {
  jest.useFakeTimers({
    now: new Date(now),
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  return (time) => void jest.setSystemTime(new Date(time));
}
