import type { Core } from '@strapi/types';
import type { RetentionService } from '../../../shared/retention';
import {
  dropBodies,
  dropDiscarded,
  dropImages,
  measureBodies,
  measureDiscarded,
  measureImages,
} from '../log/retention';
import { quarantineRoom } from '../log/quarantine';
import { neededBodies } from '../values/decide-stream';
import { claim } from '../database/claims';
import { getService } from './get-service';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Ages for which the admin shows what retention would free while it is off, in days. */
const EXAMPLE_DAYS = 90;

const before = (days: number): number => Date.now() - days * DAY_MS;

export default ({ strapi }: { strapi: Core.Strapi }): RetentionService => {
  const ages = () => getService(strapi, 'options').get().retention;
  return {
    async measure() {
      const { bodiesDays, imagesDays, discardedDays } = ages();
      return {
        bodies: {
          keptDays: bodiesDays,
          frees: await measureBodies(strapi, before(bodiesDays ?? EXAMPLE_DAYS)),
        },
        images: {
          keptDays: imagesDays,
          frees: await measureImages(strapi, before(imagesDays ?? EXAMPLE_DAYS)),
        },
        discarded: {
          keptDays: discardedDays,
          frees: await measureDiscarded(strapi, before(discardedDays)),
        },
        quarantine: await quarantineRoom(strapi),
      };
    },

    async run(holdMs = HOUR_MS) {
      const { bodiesDays, imagesDays, discardedDays } = ages();
      if (!(await claim(strapi, 'retention', { forMs: holdMs }))) return;
      const options = getService(strapi, 'options').get();
      const needed = (streamKey: string) => neededBodies(strapi, streamKey, options);
      const bodies = bodiesDays === null ? 0 : await dropBodies(strapi, before(bodiesDays), needed);
      const images = imagesDays === null ? 0 : await dropImages(strapi, before(imagesDays));
      const discarded = await dropDiscarded(strapi, before(discardedDays));
      if (bodies + images + discarded === 0) return;
      strapi.log.info(
        `article-receiver: retention dropped ${bodies} bodies, ${images} images, ${discarded} discarded`,
      );
    },
  };
};
