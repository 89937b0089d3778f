import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import type { Behind, DueTime } from '../../ledger/work/work';
import { ledgerOf } from '../../ledger/ledger';
import type { SecondLooks } from '../../pace/second-looks';
import type { RunContext } from '../../run-context/run-context';
import type { WakeableSleep } from './wakeable-sleep';
import { giveWay } from '../../pace/give-way';
import { trafficOf } from '../../pace/traffic';
import type { Running } from './running';
import { runStream } from './run-stream';

/** What a pass over the streams came to: `busy` when all that is left is in somebody else's hands. */
export type PassResult = 'nothing' | 'worked' | 'busy';

/** How many busy streams one pass leaves out; the others it looks at again. */
const MAX_LEFT_OUT = 500;

export interface Pass {
  /** As they are now: a long pass notices a change with the next article. */
  options(): Options;
  context: RunContext;
  /** Streams that somebody else is at work on. */
  busy: SecondLooks;
  /** Streams that this process is at work on. */
  running: Running;
  /** Whether any stream was behind when the pass began. */
  isBehind: boolean;
  /** That there may be more to do. */
  hints: Pick<WakeableSleep, 'begin' | 'next'>;
  /** Whether to take up another stream. */
  goesOn(): boolean;
}

/**
 * Takes up what is behind, once from the oldest delivery to the newest: a stream that keeps
 * failing, or is busy, comes by again only after all the others. The database says what is behind.
 *
 * Several are taken up at once: while the images of one are made smaller, on another core, or are on
 * their way to a storage, another is written. What comes in meanwhile does not wait for them either.
 */
export async function passOverStreams(strapi: Core.Strapi, pass: Pass): Promise<PassResult> {
  const { running } = pass;
  const runs = new Set<Promise<void>>();
  const faults: unknown[] = [];
  let worked = false;
  // Kept from when it was so: what somebody else is at may be free by the end of the pass, unseen.
  let isLeft = false;
  let after = 0;
  // Whether all that was behind at the last look is taken up; what comes in since then is hinted at.
  let isAtEnd = false;

  const start = (streamKey: string) => {
    const run = running
      .during(streamKey, () => runStream(strapi, streamKey, pass))
      .then((result) => {
        worked ||= result !== 'busy';
        isLeft ||= result === 'busy';
      })
      .catch((error: unknown) => void faults.push(error))
      .finally(() => runs.delete(run));
    runs.add(run);
  };
  const goesOn = () => pass.goesOn() && faults.length === 0;
  const takeUp = async (): Promise<void> => {
    while (!isAtEnd && goesOn() && runs.size < running.atOnce) {
      await giveWay(trafficOf(strapi));
      const limit = running.atOnce - runs.size;
      const others = pass.busy.waiting();
      isLeft ||= others.length > 0;
      const found = await behindNow(strapi, pass, { after, others, limit });
      for (const { position, streamKey } of found) {
        after = position;
        // Several of them may be of one stream.
        if (running.streams().includes(streamKey)) continue;
        if (runs.size > 0) await giveWay(trafficOf(strapi));
        if (!goesOn()) return;
        start(streamKey);
      }
      isAtEnd = found.length < limit;
    }
  };

  const fromTheOldest = () => {
    after = 0;
    isAtEnd = false;
  };

  for (;;) {
    // Also one that came at the same moment as the end of a run.
    if (pass.hints.begin()) fromTheOldest();
    await takeUp();
    if (runs.size === 0) break;
    const isFull = runs.size >= running.atOnce || !goesOn();
    const hint = isFull ? [] : [pass.hints.next().then(fromTheOldest)];
    await Promise.race([...runs, ...hint]);
  }
  if (faults.length > 0) throw faults[0];
  if (worked) return 'worked';
  return isLeft ? 'busy' : 'nothing';
}

function behindNow(
  strapi: Core.Strapi,
  pass: Pass,
  { others, ...choice }: { after: number; others: readonly string[]; limit: number },
): Promise<Behind[]> {
  const except = [...pass.running.streams(), ...others.slice(0, MAX_LEFT_OUT)];
  return ledgerOf(strapi).work.nextBehind(dueNow(pass.options()), { ...choice, except });
}

/** What is due is judged by the clock of this process. */
export const dueNow = ({ retry }: Options): DueTime => ({
  now: Date.now(),
  longestDelayMs: retry.maxDelayMs,
});
