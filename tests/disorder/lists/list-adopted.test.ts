import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { adminApi } from '../../support/people/admin-api';
import { contentManager, type Entry } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { quietly } from '../../support/log-lines';
import { ownPosts } from '../../support/articles/own-posts';
import type { Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import {
  articleOf,
  AUTHOR,
  CATEGORY,
  expectedOf,
  LABEL,
  LISTED,
  OWN,
  shownIn,
  summaryOf,
} from './list-shown';
import { listSite } from './list-site';
import { historiesOf, said, SILENT, type Said } from './list-steps';
import { expectRebuilt, offeredFields, rebuilt } from '../offered';

const PATIENCE_MS = 600_000;

type Step =
  /** An entry is there before the service speaks of it, with what it would say: files aside. */
  | { do: 'import'; said: Said; isPublished: boolean }
  | { do: 'deliver'; said: Said }
  /** A form is opened, and stays open. */
  | { do: 'open' }
  /** That form is saved, with a change in a field that the service does not know. */
  | { do: 'save' }
  /** Somebody decides on one of the suggestions. */
  | { do: 'accept' | 'reject'; nth: number }
  | { do: 'rebuild' };

const delivered = said.map((what): Step => ({ do: 'deliver', said: what }));
const imported = fc
  .record({ said, isPublished: fc.boolean() })
  .map((what): Step => ({ do: 'import', ...what }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: delivered },
  { weight: 3, arbitrary: fc.constant<Step>({ do: 'open' }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'save' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('accept' as const, 'reject' as const),
      nth: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
);
/** A form that is open while a delivery comes in. */
const meanwhile = delivered.map((delivery): Step[] => [{ do: 'open' }, delivery, { do: 'save' }]);
const histories = historiesOf(imported, step, meanwhile);

type Summary = ReturnType<typeof summaryOf>;
type Field = keyof Summary;
const FIELDS = Object.keys(expectedOf(SILENT)) as Field[];
/** What an offer calls a field. */
const pathOf = (field: Field) => (field === 'heading' ? 'seo.social.heading' : field);
const isEmpty = (value: unknown) => value === null || isDeepStrictEqual(value, []);

/** Makes an entry as another program would, with the entries that it leads to. */
async function importEntry({ strapi }: Site, { article }: WireDelivery, what: Said) {
  const make = async (uid: string, params: object): Promise<string> => {
    const entries = strapi.documents(uid as never);
    const made: { documentId: string } = await entries.create(params as never);
    return made.documentId;
  };
  const lead = async (uid: string, field: string, name: string) =>
    name ? make(uid, { data: { [field]: name }, status: 'published' }) : null;
  const labels = new Map<string, string | null>();
  for (const label of [...what.tags, ...what.keyTakeaways])
    labels.set(label, await lead(LABEL, 'label', label));
  const { id, title, slug } = article;
  const { tldr, keyTakeaways, tags, category, author, primaryKeyword } = what;
  const link = tldr ? { heading: tldr } : null;
  return make(LISTED, {
    locale: 'en',
    data: {
      ...{ feedId: id, title, slug, excerpt: title },
      takeaways: keyTakeaways.map((text) => ({ text, about: labels.get(text), link })),
      sections: tldr ? [{ __component: 'blocks.rich-text', body: tldr }] : [],
      labels: tags.map((label) => labels.get(label)),
      category: await lead(CATEGORY, 'name', category),
      author: await lead(AUTHOR, 'name', author),
      seo: { metaTitle: title, social: primaryKeyword ? { heading: primaryKeyword } : null },
    },
  });
}

describe('an entry of an own type with lists that somebody else had made', () => {
  const at = listSite();

  async function expectKept(steps: readonly Step[]): Promise<void> {
    const { site, images } = at;
    await clearSite(site, OWN);
    const posts = ownPosts(site);
    const forms = contentManager(site, LISTED);
    const admin = adminApi(site);
    let delivery = makeDelivery();
    let heard: Said | null = null;
    let form: Entry | null = null;
    let note: string | null = null;
    let notes = 0;
    let documentId = '';
    let out: Summary | null = null;
    /** What was there before the service said anything, and is not its own since. */
    const kept = new Map<Field, unknown>();
    /** What the service had said of these when somebody kept theirs; nothing before. */
    const known = new Map<Field, unknown>();

    const shown = () => shownIn(site, delivery.article.id);
    const published = () => shownIn(site, delivery.article.id, { status: 'published' });
    const saidOf = () => expectedOf(heard ?? SILENT) as Summary;
    const offers = () =>
      FIELDS.filter((field) => {
        const value = saidOf()[field];
        const isNews = known.has(field)
          ? !isDeepStrictEqual(value, known.get(field))
          : !isEmpty(value);
        return kept.has(field) && isNews;
      });

    const takeStep = async (step: Step): Promise<void> => {
      switch (step.do) {
        case 'import': {
          documentId = await importEntry(site, delivery, step.said);
          const entries = site.strapi.documents(LISTED as never);
          if (step.isPublished) await entries.publish({ documentId, locale: 'en' } as never);
          await site.settle();
          const there = summaryOf(await shown());
          for (const field of FIELDS) if (!isEmpty(there[field])) kept.set(field, there[field]);
          if (step.isPublished) out = there;
          return;
        }
        case 'deliver': {
          const changes = { article: articleOf(step.said, images) };
          delivery = heard
            ? nextDelivery(delivery, changes)
            : { ...delivery, article: { ...delivery.article, ...changes.article } };
          heard = step.said;
          await posts.send(delivery);
          for (const [field, value] of kept)
            if (isDeepStrictEqual(value, saidOf()[field])) kept.delete(field);
          return;
        }
        case 'open': {
          form = await forms.open(documentId, 'en');
          return;
        }
        case 'save': {
          if (!form) return;
          note = `Note ${(notes += 1)}`;
          await forms.save(form, { note }, { locale: 'en' });
          return;
        }
        case 'accept':
        case 'reject': {
          const open = offers();
          const field = open[step.nth % Math.max(1, open.length)];
          if (!field) return;
          const results = await admin.suggestionsOf(documentId);
          const one = results.find((result) => result.field === pathOf(field));
          expect({ step, field, one }).toMatchObject({ one: { field: pathOf(field) } });
          const answer = await admin.post(`/suggestions/${one?.id}/${step.do}`);
          expect([step, answer.status]).toEqual([step, 200]);
          if (step.do === 'accept') kept.delete(field);
          else known.set(field, saidOf()[field]);
          // What people save over each other is theirs to settle.
          form = null;
          return;
        }
        case 'rebuild':
          await rebuilt(site);
      }
    };

    for (const step of steps) {
      await takeStep(step);
      await site.settle();
      const now = await shown();
      const expected = { ...saidOf(), ...Object.fromEntries(kept) };
      expect({ step, ...summaryOf(now), note: now.note }).toEqual({ step, ...expected, note });
      expect(now.documentId).toBe(documentId);
      const readers = await published();
      expect({ step, out: readers && summaryOf(readers) }).toEqual({ step, out });
      if (!heard) continue;
      const offered = (await offeredFields(site, documentId)).sort();
      expect({ step, offered }).toEqual({ step, offered: offers().map(pathOf).sort() });
    }
    await expectRebuilt(site);
  }

  it(
    'keeps what was in it, and is the service’s in all else, whatever form was open meanwhile',
    async () => {
      const property = fc.asyncProperty(histories, (steps) =>
        quietly(at.site, () => expectKept(steps)),
      );
      const numRuns = Number(process.env.DISORDER_RUNS ?? 8);
      await fc.assert(property, { numRuns, endOnFailure: true });
    },
    PATIENCE_MS,
  );
});
