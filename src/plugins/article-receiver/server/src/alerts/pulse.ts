import type { Core } from '@strapi/types';
import { within } from '../work/within';
import { refreshSettings } from '../ledger/stored-settings';
import { emitAlerts } from './alerts';
import { sendDigest } from './digest';

/** How soon an instance of the site notices what another one changed, in milliseconds. */
const BEAT_MS = 2_000;

/** How long a stopping site waits for a beat that is under way, in milliseconds. */
const FINISH_MS = 3_000;

/**
 * What is looked at regularly, each in its own time: a mail server that does not answer must not
 * keep settings from being noticed.
 */
const BEATS: readonly ((strapi: Core.Strapi) => Promise<void>)[] = [
  async (strapi) => void (await refreshSettings(strapi)),
  emitAlerts,
  sendDigest,
];

/** Ends the beats of one kind; resolves when the last is over, or has been waited for long enough. */
type Stop = () => Promise<void>;

export interface Pulse {
  start(): void;
  stop(): Promise<void>;
}

/** Looks regularly at what is in the database to be noticed or told. No request waits for it. */
export default ({ strapi }: { strapi: Core.Strapi }): Pulse => {
  let stops: Stop[] = [];
  return {
    start() {
      stops = BEATS.map((beat) => pulseOf(strapi, beat));
    },

    async stop() {
      const running = stops;
      stops = [];
      await Promise.all(running.map((stop) => stop()));
    },
  };
};

function pulseOf(strapi: Core.Strapi, work: (strapi: Core.Strapi) => Promise<void>): Stop {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let beat: Promise<void> = Promise.resolve();
  const next = () => {
    timer = setTimeout(() => {
      beat = work(strapi)
        .catch((error: unknown) => {
          // The next beat tries again; what is wrong with the database, others say loudly enough.
          strapi.log.debug(`article-receiver: a look at the database failed: ${String(error)}`);
        })
        .finally(() => {
          if (!isStopped) next();
        });
    }, BEAT_MS);
    timer.unref();
  };
  next();
  return async () => {
    isStopped = true;
    clearTimeout(timer);
    await within(FINISH_MS, beat);
  };
}
