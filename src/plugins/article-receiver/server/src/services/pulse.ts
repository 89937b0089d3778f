import type { Core } from '@strapi/types';
import { activityOf } from '../pace/activity';
import { startBeats, type Stop } from '../pace/beats';
import { ledgerOf } from '../ledger/ledger';
import { emitAlerts } from '../alerts/emit-alerts';
import { sendDigest } from '../alerts/mail-digest';
import { explain } from '../faults/explain';

/** Looks at something. @returns whether something waits there that is soon to be looked at again. */
type Look = (strapi: Core.Strapi) => Promise<boolean>;

/**
 * What is looked at regularly, each in its own time: a mail server that does not answer must not
 * keep settings from being noticed.
 */
const LOOKS: readonly Look[] = [
  async (strapi) => {
    await ledgerOf(strapi).settings.refresh();
    return false;
  },
  emitAlerts,
  sendDigest,
];

export interface Pulse {
  start(): void;
  stop(): Promise<void>;
}

/** Looks regularly at what is in the database to be noticed or told. No request waits for it. */
export default ({ strapi }: { strapi: Core.Strapi }): Pulse => {
  let stops: Stop[] = [];
  return {
    start() {
      const activity = activityOf(strapi);
      stops = LOOKS.map((look) => startBeats(() => watched(strapi, look), activity));
    },

    async stop() {
      const running = stops;
      stops = [];
      await Promise.all(running.map((stop) => stop()));
    },
  };
};

async function watched(strapi: Core.Strapi, look: Look): Promise<boolean> {
  // Strapi reads its webhooks after the plugins' bootstraps, and the site's own code listens after that: what
  // is told before is told to nobody (5.54.0: Strapi.bootstrap).
  if (!strapi.isLoaded) return true;
  try {
    return await look(strapi);
  } catch (error) {
    // The next beat tries again; what is wrong with the database, others say loudly enough.
    strapi.log.debug(`article-receiver: a look at the database failed: ${explain(error)}`);
    return false;
  }
}
