import fc from 'fast-check';
import { OWN_TYPES, POST } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
import type { WireImage } from '../../support/feed/images';
import { clearSite } from '../clear-site';
import { FOUND } from './reboot-found';
import { playHistory } from './reboot-play';
import { twoPictures } from './reboot-site';
import { histories, type Epoch } from './reboot-steps';

const PATIENCE_MS = 3_600_000;
const OTHERS = ['api::category.category', 'api::label.label', 'api::author.author'];

describe('settings that change between two boots, among people’s work', () => {
  let site: Site;
  let pictures: WireImage[];
  let runs = 0;

  beforeAll(async () => {
    const siteConfig = { admin: { rateLimit: { enabled: false } } };
    site = await bootSite({ types: OWN_TYPES, siteConfig });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    pictures = await twoPictures();
  });
  afterAll(() => site?.destroy());

  async function play(history: Epoch[]): Promise<void> {
    await playHistory(site, history, { run: `r${(runs += 1)}`, pictures });
    await clearSite(site, [POST, ...OTHERS]);
  }

  it(
    'lose and double nothing, leave people theirs, and do what a dry run said',
    async () => {
      await fc.assert(fc.asyncProperty(histories, play), {
        examples: FOUND.map((found) => [found]),
        numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 3),
        endOnFailure: process.env.DISORDER_SHRINK === undefined,
      });
    },
    PATIENCE_MS,
  );
});
