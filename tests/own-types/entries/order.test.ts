import fc from 'fast-check';
import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { makeImage } from '../../support/feed/images';
import { ownPosts, type Post } from '../../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const STATUS = { event: 'article.status_changed' };

let site: Site;
let posts: ReturnType<typeof ownPosts>;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  posts = ownPosts(site);
  const locales = site.strapi.plugin('i18n').service('locales');
  await locales.create({ code: 'de', name: 'German (de)' });
});
afterAll(() => site?.destroy());

/** What differs between two articles with the same history without meaning anything. */
const INCIDENTAL = new Set(
  'id documentId createdAt updatedAt publishedAt feedId slug formerSlugs llms structured'.split(
    ' ',
  ),
);

function essence(value: unknown): unknown {
  // Files are named after the article that brought them last.
  if (typeof value === 'string') return value.replace(/\brun-\d+/, 'run');
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(essence);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !INCIDENTAL.has(name))
      .map(([name, entry]) => [name, essence(entry)]),
  );
}

const shown = async ({ article }: WireDelivery) => {
  const versions: (Post | null)[] = [];
  for (const locale of ['en', 'de']) {
    versions.push(await posts.find(article.id, 'draft', locale));
    versions.push(await posts.find(article.id, 'published', locale));
  }
  return essence(versions);
};

describe('an entry of the site’s own type', () => {
  it('comes out the same in whatever order its deliveries arrive', async () => {
    const hero = await makeImage({ color: '#345678' }, { kind: 'hero', alt: 'H' });
    /** The same five deliveries of one article, whose id and slug are its own. */
    const history = (name: string): WireDelivery[] => {
      const at = (minute: number) => new Date(Date.UTC(2026, 5, 1, 8, minute)).toISOString();
      const first = makeDelivery({
        timestamp: at(0),
        article: { id: `art_${name}`, slug: name, title: 'One', primaryKeyword: 'x' } as object,
      });
      const base = {
        ...first,
        article: {
          ...first.article,
          contentPlan: { ...first.article.contentPlan, primaryKeyword: 'same' },
          createdAt: at(0),
          updatedAt: at(0),
        },
      };
      const next = (minute: number, event: string, article: object): WireDelivery => ({
        ...base,
        event,
        timestamp: at(minute),
        article: { ...base.article, updatedAt: at(minute), ...article },
      });
      return [
        base,
        next(1, STATUS.event, {
          status: 'published',
          title: 'Two',
          heroImageUrl: hero.url,
          images: [hero],
        }),
        next(2, 'article.ready', {
          title: 'Three',
          language: 'de',
          tags: ['neu'],
          category: 'Kochen',
        }),
        next(3, STATUS.event, { status: 'archived', title: 'Four', keyTakeaways: ['a', 'b'] }),
        next(4, STATUS.event, {
          status: 'published',
          title: 'Five',
          language: 'de-AT',
          tldr: 'Kurz.',
        }),
      ];
    };
    let runs = 0;
    const play = async (order: readonly number[], settleEach: boolean) => {
      const deliveries = history(`run-${(runs += 1)}`);
      for (const index of order) {
        await site.deliver(deliveries[index] ?? {});
        if (settleEach) await site.settle();
      }
      await site.settle();
      return shown(deliveries[0] as WireDelivery);
    };
    const inOrder = [0, 1, 2, 3, 4];
    for (const length of [3, 4, 5]) {
      const some = inOrder.slice(0, length);
      const expected = await play(some, true);
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(some, { minLength: length }),
          fc.boolean(),
          async (order, settleEach) => {
            expect(await play(order, settleEach)).toEqual(expected);
          },
        ),
        { numRuns: 4, endOnFailure: true },
      );
    }
  }, 300_000);

  it('is not written again by a rebuild, which says so beforehand', async () => {
    const hero = await makeImage({ color: '#456789' }, { kind: 'hero' });
    const first = makeDelivery({
      ...STATUS,
      article: { status: 'published', heroImageUrl: hero.url, images: [hero] },
    });
    await posts.send({ ...first, article: { ...first.article, content: `![x](${hero.url})` } });
    const admin = adminApi(site);
    const before = await posts.draftOf(first);
    const preview = await admin.post('/rebuild', { dryRun: true });
    expect(preview.body).toMatchObject({ data: { update: 0, create: 0, publish: 0, failed: [] } });
    expect((await admin.post('/rebuild', {})).status).toBe(202);
    await site.settle();
    expect(await posts.draftOf(first)).toEqual(before);
  });

  it('moves to the locale of its language with all that editors gave it', async () => {
    const first = makeDelivery({ ...STATUS, article: { status: 'published' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { note: 'ours' });
    await site.strapi.documents(POST as never).publish({ documentId, locale: 'en' } as never);
    const deliveryId = await posts.send(nextDelivery(first, { article: { language: 'de' } }));
    await adminApi(site).redrive(deliveryId);
    expect(await posts.find(first.article.id, 'draft', 'en')).toBeNull();
    expect(await posts.find(first.article.id, 'published', 'en')).toBeNull();
    expect(await posts.draftOf(first, 'de')).toMatchObject({ documentId, note: 'ours' });
    expect(await posts.find(first.article.id, 'published', 'de')).toMatchObject({
      note: 'ours',
      category: { name: 'brewing', locale: 'de' },
    });
  });

  it('waits for a person in a language that the site has no locale for', async () => {
    const first = makeDelivery();
    const second = nextDelivery(first, { article: { language: 'it', title: 'Italiano' } });
    await posts.send(first);
    const deliveryId = await posts.send(second);
    expect(await posts.stateOf(deliveryId)).toMatchObject({
      state: 'parked',
      reason: 'The site has no locale for the language "it".',
    });
    expect(await posts.draftOf(first)).toMatchObject({ title: first.article.title });
    const locales = site.strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'it', name: 'Italian (it)' });
    await adminApi(site).post(`/deliveries/${deliveryId}/redrive`);
    await site.settle();
    expect(await posts.stateOf(deliveryId)).toMatchObject({ state: 'applied', reason: null });
    expect(await posts.draftOf(first, 'it')).toMatchObject({ title: 'Italiano' });
  });

  it('makes a locale where the site allows it', async () => {
    await site.restart({ target: { ...POST_TARGET, locale: { missing: 'create' } } });
    const first = makeDelivery({ article: { language: 'sv' } });
    await posts.send(first);
    expect(await posts.draftOf(first, 'sv')).toMatchObject({ title: first.article.title });
  });
});
