import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { nextStreamBehind } from '../event-log/behind';
import type { RunScope } from '../content/run-scope';
import { giveWay } from './give-way';
import { runStream } from './run-stream';

/** What a pass over the streams came to: `busy` when all that is left is in somebody else's hands. */
export type PassResult = 'nothing' | 'worked' | 'busy';

/** How many busy streams one pass leaves out; the others it looks at again. */
const MAX_LEFT_OUT = 500;

export interface Pass {
  options: Options;
  scope: RunScope;
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
  const busy: string[] = [];
  let worked = false;
  let after = 0;
  while (pass.goesOn()) {
    await giveWay(strapi);
    const now = Date.now();
    const behind = await nextStreamBehind(strapi, { now, after, except: busy });
    if (!behind) break;
    after = behind.position;
    pass.onStream(behind.streamKey);
    const result = await runStream(strapi, behind.streamKey, pass.options, pass.scope).finally(() =>
      pass.onStream(null),
    );
    if (result === 'busy' && busy.length < MAX_LEFT_OUT) busy.push(behind.streamKey);
    if (result !== 'busy') worked = true;
  }
  if (worked) return 'worked';
  return busy.length > 0 ? 'busy' : 'nothing';
}
