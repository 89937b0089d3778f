import fc from 'fast-check';
import { contentManager, type Entry } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { eventually } from '../../support/eventually';
import { quietly } from '../../support/log-lines';
import { ownPosts } from '../../support/articles/own-posts';
import { changeType } from '../../support/articles/own-types';
import { clearSite } from '../clear-site';
import { articleOf, expectedOf, LISTED, OWN, shownIn, summaryOf } from './list-shown';
import { listSite, withOwn } from './list-site';
import { historiesOf, said, SILENT, type Said } from './list-steps';
import { expectRebuilt, offeredFields, rebuilt } from '../offered';

const PATIENCE_MS = 600_000;
const LOCALES = ['en', 'de'] as const;
type Locale = (typeof LOCALES)[number];

/** In all locales the same. */
const SHARED = ['takeaways', 'sections', 'gallery', 'cover', 'seo'];

/** Of what an entry has: relations are each locale's own (5.54.0: i18n, content-types.ts). */
const sharedIn = ({ takeaways, sections, gallery, heading }: ReturnType<typeof summaryOf>) => ({
  ...{ takeaways, sections, gallery, heading },
});

type Step =
  | { do: 'deliver'; said: Said }
  /** Somebody begins the translation. */
  | { do: 'translate' }
  /** A form is opened in a locale, and stays open. */
  | { do: 'open'; locale: Locale }
  /** It is saved, with a change in a field of that locale alone. */
  | { do: 'save'; locale: Locale }
  /** Something is written beside an item, in the form of a locale. */
  | { do: 'remark'; item: number; locale: Locale }
  | { do: 'rebuild' };

const locale = fc.constantFrom<Locale[]>(...LOCALES);
const delivered = said.map((what): Step => ({ do: 'deliver', said: what }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: delivered },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'translate' }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('open' as const), locale }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('save' as const), locale }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('remark' as const), item: fc.nat(2), locale }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
);
/** A form that is open in a locale while a delivery comes in. */
const meanwhile = fc
  .tuple(locale, delivered)
  .map(([where, delivery]): Step[] => [
    { do: 'open', locale: where },
    delivery,
    { do: 'save', locale: where },
  ]);
const histories = historiesOf(delivered, step, meanwhile);

/** A translation that is open while the service changes what both have. */
const OPEN_MEANWHILE: Step[] = [
  { do: 'deliver', said: { ...SILENT, keyTakeaways: ['One', 'Two'], images: [0] } },
  { do: 'translate' },
  { do: 'open', locale: 'de' },
  { do: 'deliver', said: { ...SILENT, keyTakeaways: ['Two', 'Three'], images: [1] } },
  { do: 'save', locale: 'de' },
];

describe('lists that all locales of an own type share', () => {
  const at = listSite((folder) =>
    changeType(folder, 'listed', ({ attributes }) => {
      for (const name of SHARED) {
        attributes[name] = {
          ...attributes[name],
          pluginOptions: { i18n: { localized: false } },
        };
      }
    }),
  );
  beforeAll(async () => {
    const locales: Locales = at.site.strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'de', name: 'German (de)' });
  });

  async function expectKept(steps: readonly Step[]): Promise<void> {
    const { site, images } = at;
    await clearSite(site, OWN);
    const posts = ownPosts(site);
    const forms = contentManager(site, LISTED);
    let delivery: WireDelivery | null = null;
    let heard: Said | null = null;
    const open: Partial<Record<Locale, Entry>> = {};
    const notes: Partial<Record<Locale, string>> = {};
    const remarks = new Map<string, string>();
    let count = 0;

    const shown = (where: Locale = 'en') => shownIn(site, delivery?.article.id, { locale: where });

    const takeStep = async (step: Step): Promise<void> => {
      switch (step.do) {
        case 'deliver': {
          heard = step.said;
          const before: WireDelivery | null = delivery;
          const changes = { article: articleOf(heard, images) };
          delivery = before ? nextDelivery(before, changes) : makeDelivery(changes);
          await posts.send(delivery);
          return;
        }
        case 'translate': {
          if (await shown('de')) return;
          const { documentId } = await shown();
          notes.de = `Note ${(count += 1)}`;
          const data = { title: 'Deutsch', slug: `deutsch-${documentId}`, note: notes.de };
          const documents = site.strapi.documents(LISTED as never);
          await documents.update({ documentId, locale: 'de', data } as never);
          return;
        }
        case 'open': {
          const found = await shown(step.locale);
          if (found) open[step.locale] = await forms.open(found.documentId, step.locale);
          return;
        }
        case 'save': {
          const form = open[step.locale];
          if (!form) return;
          notes[step.locale] = `Note ${(count += 1)}`;
          await forms.save(form, { note: notes[step.locale] }, { locale: step.locale });
          delete open[step.locale];
          return;
        }
        case 'remark': {
          const found = await shown(step.locale);
          const item = found?.takeaways[step.item];
          if (!found || !item) return;
          const own = `Remark ${(count += 1)}`;
          const form = await forms.open(found.documentId, step.locale);
          const takeaways = withOwn(form, { do: 'remark', item: step.item }, own);
          await forms.save(form, { takeaways }, { locale: step.locale });
          remarks.set(item.text, own);
          // What people save over each other is theirs to settle.
          for (const one of LOCALES) delete open[one];
          return;
        }
        case 'rebuild':
          await rebuilt(site);
      }
    };

    for (const step of steps) {
      await takeStep(step);
      await site.settle();
      const expected = expectedOf(heard as unknown as Said);
      for (const text of remarks.keys()) {
        if (!expected.takeaways.some(([point]) => point === text)) remarks.delete(text);
      }
      for (const where of LOCALES) {
        if (where === 'de' && !(await shown('de'))) continue;
        await eventually(async () => {
          const now = await shown(where);
          const found = summaryOf(now);
          const what = where === 'en' ? found : sharedIn(found);
          expect({ step, where, ...what, note: now.note }).toEqual({
            ...{ step, where, ...(where === 'en' ? expected : sharedIn(expected)) },
            note: notes[where] ?? null,
          });
          for (const { text, remark } of now.takeaways) {
            if (remarks.has(text)) expect([text, remark]).toEqual([text, remarks.get(text)]);
          }
        });
      }
      const offered = await offeredFields(site, (await shown()).documentId);
      expect({ step, offered }).toEqual({ step, offered: [] });
    }
    await expectRebuilt(site);
  }

  it(
    'are the service’s in each of them, but for what people wrote beside their items',
    async () => {
      const property = fc.asyncProperty(histories, (steps) =>
        quietly(at.site, () => expectKept(steps)),
      );
      const numRuns = Number(process.env.DISORDER_RUNS ?? 10);
      const examples: [Step[]][] = [[OPEN_MEANWHILE]];
      await fc.assert(property, { numRuns, endOnFailure: true, examples });
    },
    PATIENCE_MS,
  );
});

interface Locales {
  create(locale: { code: string; name: string }): Promise<unknown>;
}
