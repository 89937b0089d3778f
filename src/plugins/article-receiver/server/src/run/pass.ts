import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { nextStreamBehind, type DueTime } from '../ledger/behind';
import type { Comebacks } from '../work/comebacks';
import type { RunScope } from '../work/run-scope';
import { giveWay } from '../receive/give-way';
import { runStream } from './run-stream';

/** What a pass over the streams came to: `busy` when all that is left is in somebody else's hands. */
export type PassResult = 'nothing' | 'worked' | 'busy';

/** How many busy streams one pass leaves out; the others it looks at again. */
const MAX_LEFT_OUT = 500;

export interface Pass {
  /** As they are now: a long pass notices a change with the next article. */
  options(): Options;
  scope: RunScope;
  /** Streams that somebody else is at work on. */
  busy: Comebacks;
  /** Whether to take up another stream. */
  goesOn(): boolean;
  /** Told which stream is being projected now; null between two. */
  onStream(streamKey: string | null): void;
}

/**
 * Takes up what is behind, once from the oldest delivery to the newest: a stream that keeps
 * failing, or is busy, comes by again only after all the others. The database says what is behind.
 */
export async function passOverStreams(strapi: Core.Strapi, pass: Pass): Promise<PassResult> {
  let worked = false;
  let after = 0;
  while (pass.goesOn()) {
    await giveWay(strapi);
    const except = pass.busy.waiting().slice(0, MAX_LEFT_OUT);
    const behind = await nextStreamBehind(strapi, dueNow(pass.options()), { after, except });
    if (!behind) break;
    after = behind.position;
    pass.onStream(behind.streamKey);
    const result = await runStream(strapi, behind.streamKey, pass).finally(() =>
      pass.onStream(null),
    );
    if (result !== 'busy') worked = true;
  }
  if (worked) return 'worked';
  return pass.busy.untilNext() === null ? 'nothing' : 'busy';
}

/** What is due is judged by the clock of this process. */
export const dueNow = ({ retry }: Options): DueTime => ({
  now: Date.now(),
  longestDelayMs: retry.maxDelayMs,
});
