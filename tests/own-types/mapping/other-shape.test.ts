import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli, foreignSite } from '../../support/site/cli';
import { makeDelivery, nextDelivery, type WireArticle } from '../../support/feed/deliveries';
import { makeImage } from '../../support/feed/images';
import { BRIEF, MAGAZINE, STORY } from '../../support/feed/magazine';
import { ownPosts } from '../../support/articles/own-posts';
import { samples } from '../../support/feed/samples';
import { bootSite, type Site } from '../../support/site/site';

interface Mapped {
  target: { type: string; fields: Record<string, unknown> };
  left: string[];
  preview: { warnings: string[]; mayBeEmpty: string[] };
}

type Entry = Record<string, unknown> | null;

/** As new sites have it: without it, Strapi lets required files and relations be empty. */
const STRICT = { documents: { strictParams: true, strictRelations: true } };

const EVERYTHING = { populate: '*' };

/** What `map` proposes for a type, on a site of somebody's own. */
async function proposalFor(type: string): Promise<Mapped> {
  const directory = await mkdtemp(join(tmpdir(), 'article-receiver-magazine-'));
  try {
    await foreignSite(directory, 'javascript');
    for (const name of ['api', 'components']) {
      await cp(join(MAGAZINE, name), join(directory, 'src', name), { recursive: true });
    }
    const { stdout } = await cli(['map', '--type', type, '--json'], { cwd: directory });
    return JSON.parse(stdout) as Mapped;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Everything that an article need not say, unsaid. */
const LEAST = {
  ...{ description: null, content: null, tldr: null, keyTakeaways: null, keywords: null },
  ...{ language: null, articleType: null, category: null, tags: null, frontmatterDate: null },
  ...{ author: null, wordCount: null, readingTimeMinutes: null, images: null, files: null },
  ...{ heroImageUrl: null, heroImageAlt: null, contentPlan: null, campaign: null },
} as unknown as Partial<WireArticle>;

describe('a site of another shape', () => {
  let site: Site;
  let mapped: Mapped;
  let whole: Partial<WireArticle>;

  beforeAll(async () => {
    mapped = await proposalFor(STORY);
    site = await bootSite({
      types: MAGAZINE,
      siteConfig: { api: STRICT },
      pluginConfig: { target: mapped.target },
    });
    const hero = await makeImage({ color: '#123456' }, { kind: 'hero', alt: 'A pot' });
    whole = { images: [hero], heroImageUrl: hero.url };
  }, 240_000);
  afterAll(() => site?.destroy());

  const story = async (reference: string, status: 'draft' | 'published' = 'draft') =>
    (await site.strapi.documents(STORY as never).findFirst({
      ...{ filters: { reference }, status },
      populate: {
        ...{ lead: true, pictures: true, writer: true, topics: true, hints: true },
        ...{ search: EVERYTHING, body: EVERYTHING },
      },
    } as never)) as Entry;

  /** Sends an article, then that it is published. @returns what became of both. */
  async function sent(article: Partial<WireArticle>) {
    const { send, stateOf } = ownPosts(site);
    const ready = makeDelivery({ article: { ...whole, ...article } });
    const draft = await stateOf(await send(ready));
    const event = 'article.status_changed';
    const published = nextDelivery(ready, { event, article: { status: 'published' } });
    const public_ = await stateOf(await send(published));
    return { id: ready.article.id, draft, public_, entry: await story(ready.article.id) };
  }

  it('gets a mapping that needs nothing else', () => {
    expect(mapped.target.fields).toEqual({
      headline: 'title',
      path: 'slug',
      reference: 'sourceId',
      teaser: 'description',
      section: { from: 'category', otherwise: 'other' },
      body: [{ component: 'page.prose', fields: { text: 'content' } }],
      hints: { each: 'keyTakeaways', fields: { line: 'item' } },
      search: {
        fields: { searchTitle: 'title', searchDescription: 'description', shareImage: 'heroImage' },
      },
      lead: 'heroImage',
      pictures: 'images',
      writer: { from: 'author', match: 'fullName', create: true },
      topics: { from: 'tags', match: 'name', create: true },
      minutes: 'readingTimeMinutes',
      day: 'frontmatterDate',
      language: 'language',
    });
    expect(mapped.left).toEqual(['search.canonicalUrl', 'tweet', 'sponsored']);
    expect(mapped.preview.warnings).toEqual([]);
    expect(mapped.preview.mayBeEmpty).toEqual(
      expect.arrayContaining(['teaser', 'body', 'lead', 'search.searchDescription', 'writer']),
    );
  });

  it('takes the samples, and publishes what they publish', async () => {
    const states: string[] = [];
    const public_: boolean[] = [];
    for (const { bytes, delivery } of samples()) {
      const { body } = await site.deliver(bytes);
      await site.settle();
      const { deliveryId } = (body as { data: { deliveryId: string } }).data;
      const { state, issues } = await ownPosts(site).stateOf(deliveryId);
      states.push(state);
      expect([deliveryId, issues]).toEqual([deliveryId, '[]']);
      public_.push((await story(delivery.article.id, 'published')) !== null);
    }
    expect(states).toEqual([...Array<string>(7).fill('applied'), 'parked']);
    expect(public_).toEqual([false, false, false, true, true, true, false, false]);
    const [, , chain] = samples();
    expect(await story(chain?.delivery.article.id ?? '')).toMatchObject({
      headline: chain?.delivery.article.title,
      path: 'kette-richtig-oelen',
      section: 'other',
      language: 'de',
      sponsored: false,
      day: '2026-09-14',
      lead: { name: 'kette-richtig-oelen-titelbild.jpg' },
      pictures: [{ name: 'kette-richtig-oelen-titelbild.jpg' }],
      writer: { fullName: 'Jörg Weiß' },
      body: [{ __component: 'page.prose' }],
      search: { canonicalUrl: null },
    });
  });

  it('leaves out what its limits do not take, says so, and shows the rest', async () => {
    const { draft, public_, entry } = await sent({
      title: 'Words '.repeat(60).trim(),
      readingTimeMinutes: 90,
      keyTakeaways: ['first', 'second', 'third', 'fourth', 'fifth'],
      tags: ['t'.repeat(40), 'Tea'],
      language: 'fr-CA',
    });
    expect([draft.state, public_.state]).toEqual(['applied', 'applied']);
    expect(public_.issues).toContain('minutes takes 60 at most; it was left out');
    expect(public_.issues).toContain('hints takes 3 entries at most; the rest was left out');
    expect(public_.issues).toContain('the enumeration language has no entry for it');
    expect(entry).toMatchObject({
      minutes: null,
      language: null,
      hints: [{ line: 'first' }, { line: 'second' }, { line: 'third' }],
      topics: [{ name: 'Tea' }],
    });
    expect(String(entry?.headline).length).toBeLessThanOrEqual(90);
  });

  it.each<[string, Partial<WireArticle>, string[]]>([
    ['too short a title', { title: 'Tea' }, ['headline']],
    [
      'nothing but a title',
      LEAST,
      ['teaser', 'body', 'search.searchDescription', 'lead', 'writer'],
    ],
    ['an image that is none', { images: [{ data: 'x' } as never], heroImageUrl: '' }, ['lead']],
  ])('shows a draft of an article with %s, and says why it waits', async (_, article, fields) => {
    const { draft, public_, entry, id } = await sent(article);
    expect([draft.state, public_.state]).toEqual(['applied', 'parked']);
    for (const field of fields) expect(public_.reason).toContain(field);
    expect(entry).not.toBeNull();
    expect(await story(id, 'published')).toBeNull();
  });

  it('keeps titles apart that may be there once', async () => {
    expect((await sent({ title: 'The same title' })).public_.state).toBe('applied');
    const second = await sent({ title: 'The same title' });
    expect(second.public_).toMatchObject({ state: 'parked' });
    expect(second.public_.reason).toContain('headline');
    expect(second.entry).toMatchObject({ headline: 'The same title' });
  });
});

describe('a site with one locale, and a type without drafts', () => {
  let site: Site;
  let mapped: Mapped;

  beforeAll(async () => {
    mapped = await proposalFor(BRIEF);
    const fields = { ...mapped.target.fields, contact: 'author' };
    site = await bootSite({
      types: MAGAZINE,
      pluginConfig: {
        target: { ...mapped.target, fields },
        languageMap: { de: 'en-GB' },
      },
    });
    const locales = site.strapi.plugin('i18n').service('locales');
    const [english] = (await locales.find()) as { id: number }[];
    await locales.create({ code: 'en-GB', name: 'English' });
    await locales.setDefaultLocale({ code: 'en-GB' });
    await locales.delete({ id: english?.id });
  }, 240_000);
  afterAll(() => site?.destroy());

  it('takes the samples, and what would be refused there', async () => {
    expect(Object.keys(mapped.target.fields)).toEqual(
      expect.arrayContaining([
        'title',
        'slug',
        'remoteId',
        'markdown',
        'hints',
        'minutes',
        'picture',
      ]),
    );
    for (const { bytes } of samples()) await site.deliver(bytes);
    await site.settle();
    const briefs = () =>
      site.strapi
        .documents(BRIEF as never)
        .findMany({ locale: 'en-GB', populate: { hints: true } } as never) as Promise<
        NonNullable<Entry>[]
      >;
    expect(await briefs()).toHaveLength(3);
    const { send, stateOf } = ownPosts(site);
    const odd = makeDelivery({ article: { readingTimeMinutes: 0, keyTakeaways: ['x', 'abc'] } });
    const { state, issues } = await stateOf(await send(odd));
    expect(state).toBe('applied');
    expect(issues).toContain('minutes takes 1 at least; it was left out');
    expect(issues).toContain('contact does not take a text of this form; it was left out');
    expect(issues).toContain('an entry of hints lacks what it has to have; it was left out');
    const entry = (await briefs()).find(({ remoteId }) => remoteId === odd.article.id);
    expect(entry).toMatchObject({ minutes: null, contact: null, hints: [{ line: 'abc' }] });
  });
});
