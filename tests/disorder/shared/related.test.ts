import fc from 'fast-check';
import { contentManager, type Entry } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { arrive } from '../../support/feed/event-log';
import type { WireImage } from '../../support/feed/images';
import { quietly } from '../../support/log-lines';
import { bootSite, type Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import { deleteEntry } from '../delete-entry';
import { altOf, deleteImage, listImages } from '../lists/list-images';
import { listHistories, type Said, type Step } from '../lists/list-steps';
import { expectRebuilt, offeredFields, rebuilt } from '../offered';

const PATIENCE_MS = 600_000;
const ARTICLE = 'plugin::article-receiver.article';
const TAG = 'plugin::article-receiver.tag';

interface Shown {
  documentId: string;
  keyTakeaways: string[] | null;
  tldr: string | null;
  tags: { name: string }[];
  images: { alt: string; file: { alternativeText: string } | null }[];
  heroImage: { alternativeText: string } | null;
  category: string | null;
  author: string | null;
}

const expectedOf = (said: Said) => ({
  keyTakeaways: said.keyTakeaways,
  tldr: said.tldr || null,
  tags: said.tags,
  images: said.images.map((image) => [altOf(image), altOf(image)]),
  hero: said.images[0] === undefined ? null : altOf(said.images[0]),
  category: said.category || null,
  author: said.author || null,
});

const summaryOf = (shown: Shown) => ({
  keyTakeaways: shown.keyTakeaways ?? [],
  tldr: shown.tldr || null,
  tags: shown.tags.map(({ name }) => name),
  images: shown.images.map(({ alt, file }) => [alt, file?.alternativeText ?? null]),
  hero: shown.heroImage?.alternativeText ?? null,
  category: shown.category || null,
  author: shown.author || null,
});

/** What an article leads to, as forms, deliveries and deletions change it. */
describe('what an article leads to', () => {
  let site: Site;
  let images: WireImage[];

  beforeAll(async () => {
    site = await bootSite();
    images = await listImages();
  });
  afterAll(() => site?.destroy());

  async function expectKept(steps: readonly Step[]): Promise<void> {
    await clearSite(site, []);
    const forms = contentManager(site, ARTICLE);
    let delivery: WireDelivery | null = null;
    let said: Said | null = null;
    let form: Entry | null = null;
    /** The tags that a person chose. */
    let theirs: string[] | null = null;
    let isBereft = false;

    const shown = async () =>
      (await site.strapi.documents(ARTICLE).findFirst({
        filters: { sourceId: delivery?.article.id ?? '' },
        populate: { tags: true, images: { populate: { file: true } }, heroImage: true },
      } as never)) as unknown as Shown;

    const takeStep = async (step: Step): Promise<void> => {
      switch (step.do) {
        case 'deliver': {
          said = step.said;
          const { keyTakeaways, tldr, tags, category, author } = said;
          const brought = said.images.flatMap((image) => images[image] ?? []);
          const article = {
            ...{ keyTakeaways, tldr, tags, category, author, images: brought },
            heroImageUrl: brought[0]?.url ?? '',
          };
          const before: WireDelivery | null = delivery;
          delivery = before ? nextDelivery(before, { article }) : makeDelivery({ article });
          await arrive(site, delivery);
          isBereft = false;
          return;
        }
        case 'open': {
          form = await forms.open((await shown()).documentId);
          return;
        }
        case 'save': {
          if (form) await forms.save(form, {});
          return;
        }
        case 'edit': {
          if (theirs || !said) return;
          const { documentId, tags } = await shown();
          const [tag] = tags;
          if (!tag) return;
          const opened = await forms.open(documentId);
          await forms.save(opened, { tags: { connect: [], disconnect: [tag] } });
          theirs = (await shown()).tags.map(({ name }) => name);
          form = null;
          return;
        }
        case 'deleteLabel': {
          if (!(await deleteEntry(site, TAG, { name: step.name }))) return;
          theirs &&= theirs.filter((name) => name !== step.name);
          isBereft = true;
          form = null;
          return;
        }
        case 'deleteFile': {
          if (!(await deleteImage(site, step.image))) return;
          isBereft = true;
          form = null;
          return;
        }
        case 'remark':
        case 'handle':
          // There are no items in it to write beside.
          return;
        case 'rebuild': {
          await rebuilt(site);
          isBereft = false;
        }
      }
    };

    for (const step of steps) {
      await takeStep(step);
      // Where the service says the same, it is nobody's choice any more.
      const isProjected = step.do === 'deliver' || step.do === 'rebuild';
      if (isProjected && String(theirs) === String((said as Said | null)?.tags)) theirs = null;
      if (isBereft || !said) continue;
      const now = await shown();
      const expected = { ...expectedOf(said), ...(theirs ? { tags: theirs } : {}) };
      expect({ step, ...summaryOf(now) }).toEqual({ step, ...expected });
      const offered = await offeredFields(site, now.documentId);
      expect({ step, offered }).toEqual({
        step,
        offered: offered.filter((field) => theirs !== null && field === 'tags'),
      });
    }
    if (!isBereft) await expectRebuilt(site);
  }

  it(
    'is the service’s but for what people chose, whatever form was open meanwhile',
    async () => {
      const property = fc.asyncProperty(listHistories, (steps) =>
        quietly(site, () => expectKept(steps)),
      );
      const numRuns = Number(process.env.DISORDER_RUNS ?? 15);
      await fc.assert(property, { numRuns, endOnFailure: true });
    },
    PATIENCE_MS,
  );
});
