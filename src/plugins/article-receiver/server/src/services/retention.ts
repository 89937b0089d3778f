import type { Core } from '@strapi/types';
import { optionsOf } from '../config/site-options';
import type { RetentionService } from '../../../shared/settings/retention';
import { eventLogOf } from '../event-log/event-log';
import { ledgerOf } from '../ledger/ledger';
import { neededBodies } from '../article-content/fold-stream';
import { claim } from '../database/claims';
import type { Options } from '../config/options';
import { explain } from '../faults/explain';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Ages for which the admin shows what retention would free while it is off, in days. */
const EXAMPLE_DAYS = 90;

const before = (days: number): number => Date.now() - days * DAY_MS;

export default ({ strapi }: { strapi: Core.Strapi }): RetentionService => {
  const ages = () => optionsOf(strapi).retention;
  const bytes = () => eventLogOf(strapi).retention;
  return {
    async measure() {
      const { bodiesDays, imagesDays, discardedDays } = ages();
      return {
        bodies: {
          keptDays: bodiesDays,
          frees: await bytes().measureBodies(before(bodiesDays ?? EXAMPLE_DAYS)),
        },
        images: {
          keptDays: imagesDays,
          frees: await bytes().measureImages(before(imagesDays ?? EXAMPLE_DAYS)),
        },
        discarded: {
          keptDays: discardedDays,
          frees: await bytes().measureDiscarded(before(discardedDays)),
        },
        quarantine: await ledgerOf(strapi).quarantine.room(),
      };
    },

    async run(holdMs = HOUR_MS) {
      if (!(await claim(strapi, 'retention', { forMs: holdMs }))) return;
      // What is dropped is gone for good: somebody may have changed the settings at another instance just now.
      const present = () => ledgerOf(strapi).settings.refresh();
      const { bodiesDays, imagesDays, discardedDays } = (await present()).retention;
      const needed = async (streamKey: string) => neededOrAll(strapi, streamKey, await present());
      const bodies = bodiesDays === null ? 0 : await bytes().dropBodies(before(bodiesDays), needed);
      const images = imagesDays === null ? 0 : await bytes().dropImages(before(imagesDays));
      const discarded = await bytes().dropDiscarded(before(discardedDays));
      if (bodies + images + discarded === 0) return;
      strapi.log.info(
        `article-receiver: retention dropped ${bodies} bodies, ${images} images, ${discarded} discarded`,
      );
    },
  };
};

/** One article whose deliveries cannot be read must not keep what belongs to the others for ever. */
async function neededOrAll(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
): Promise<ReadonlySet<number> | 'all'> {
  try {
    return await neededBodies(strapi, streamKey, options);
  } catch (error) {
    strapi.log.warn(
      `article-receiver: retention leaves the deliveries of an article as they are: ${explain(error)}`,
    );
    return 'all';
  }
}
