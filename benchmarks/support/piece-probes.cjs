'use strict';

const { readFileSync, writeFileSync } = require('node:fs');

/** How often it is looked, in milliseconds. */
const EVERY_MS = 2;

/**
 * What a process spends between two questions: CPU of all its threads, the most that its main thread
 * computed without looking at anything else, and the most memory that it had. On Linux, where
 * what other processes take of the machine does not count.
 */
exports.pieceProbes = () => {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let last = 0;
  let longest = 0;
  let before = cpuMs();
  let rssBefore = 0;
  const look = () => {
    const now = mainThreadMs();
    if (now - last > longest) longest = now - last;
    last = now;
  };
  return {
    begin: (/** @type {boolean} */ isClean) => {
      if (isClean) globalThis.gc?.();
      writeFileSync('/proc/self/clear_refs', '5');
      rssBefore = process.memoryUsage().rss;
      before = cpuMs();
      longest = 0;
      last = mainThreadMs();
      timer = setInterval(look, EVERY_MS);
    },
    end: () => {
      look();
      clearInterval(timer);
      const peak = Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
      return { cpuMs: cpuMs() - before, longestMs: longest, bytes: peak * 1_024 - rssBefore };
    },
  };
};

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** CPU of the thread that runs JavaScript. */
const mainThreadMs = () =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
