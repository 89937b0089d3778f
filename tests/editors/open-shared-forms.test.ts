import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import { contentManager, type Entry } from '../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { ownPosts } from '../support/articles/own-posts';
import { ownTypesWith, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const CAMPAIGN = 'plugin::article-receiver.campaign';
const TAG = 'plugin::article-receiver.tag';
const ASSET = 'plugin::article-receiver.media-asset';
const AUTHOR = 'api::author.author';

/** What the plugin's panel says of a form: when that was changed last which it shows. */
const openedOn = ({ updatedAt }: Entry) => ({
  headers: { 'x-article-receiver-opened': updatedAt },
});

let site: Site;

const send = (...deliveries: WireDelivery[]): Promise<string> => arriveInTurn(site, ...deliveries);

/** The document of a type with a value, which only one has. */
async function find(uid: string, filters: object): Promise<Entry> {
  const found: unknown = await site.strapi.documents(uid as never).findFirst({ filters } as never);
  if (!found) throw new Error(`there is no ${uid} with ${JSON.stringify(filters)}`);
  return found as Entry;
}

const campaignOf = ({ article }: WireDelivery) => find(CAMPAIGN, { sourceId: article.campaign.id });

const renamed = (delivery: WireDelivery, name: string): WireDelivery =>
  nextDelivery(delivery, { article: { campaign: { ...delivery.article.campaign, name } } });

describe('a form of what several articles share, open while a delivery arrives', () => {
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  /** The form of a campaign, and the delivery that renamed it since. */
  async function opened() {
    const first = makeDelivery();
    await send(first);
    const forms = contentManager(site, CAMPAIGN);
    const { documentId } = await campaignOf(first);
    const form = await forms.open(documentId);
    const second = renamed(first, 'The newer name');
    await send(second);
    return { first, second, form, forms, documentId };
  }

  it.each([
    ['with the word of the panel', openedOn],
    ['without', () => ({})],
  ])('does not bring a campaign’s former name back: %s', async (_, says) => {
    const { second, form, forms } = await opened();
    await forms.save(form, { language: 'fr' }, says(form));
    expect(await campaignOf(second)).toMatchObject({ name: 'The newer name', language: 'fr' });
    await send(renamed(second, 'The newest name'));
    expect(await campaignOf(second)).toMatchObject({ name: 'The newest name', language: 'fr' });
  });

  it('keeps the name that an editor gave, and the former one from who has seen the newer', async () => {
    const { first, second, form, forms, documentId } = await opened();
    await forms.save(form, { name: 'Of the editor' }, openedOn(form));
    await send(renamed(second, 'The newest name'));
    expect(await campaignOf(first)).toMatchObject({ name: 'Of the editor' });

    const { name } = first.article.campaign;
    const seen = await forms.open(documentId);
    await forms.save(seen, { name }, openedOn(seen));
    await send(renamed(second, 'Another name'));
    expect(await campaignOf(first)).toMatchObject({ name });
  });

  it('takes the former name from a program that says nothing else', async () => {
    const { first, documentId } = await opened();
    const { name } = first.article.campaign;
    await site.strapi.documents(CAMPAIGN).update({ documentId, data: { name } as never });
    expect(await campaignOf(first)).toMatchObject({ name });
  });

  it('does not bring a tag’s former name back, nor what an image was said to be', async () => {
    const image = await makeImage({ color: '#123456' }, { alt: 'One cup', caption: 'Hot' });
    const first = makeDelivery({ article: { tags: ['open form'], images: [image] } });
    await send(first);
    const [tags, assets] = [contentManager(site, TAG), contentManager(site, ASSET)];
    const tag = await tags.open((await find(TAG, { name: 'open form' })).documentId);
    const asset = await assets.open((await find(ASSET, { alt: 'One cup' })).documentId);
    const images = [{ ...image, alt: 'Two cups' }];
    await send(nextDelivery(first, { article: { tags: ['Open Form'], images } }));
    await tags.save(tag, {}, openedOn(tag));
    await assets.save(asset, { caption: 'Cold' }, openedOn(asset));
    expect(await find(TAG, { documentId: tag.documentId })).toMatchObject({ name: 'Open Form' });
    expect(await find(ASSET, { documentId: asset.documentId })).toMatchObject({
      alt: 'Two cups',
      caption: 'Cold',
      digest: asset.digest,
    });
  });

  it('leaves a document that no article brought to whoever saves it', async () => {
    const { documentId } = await site.strapi
      .documents(CAMPAIGN)
      .create({ data: { name: 'By hand' } as never });
    const forms = contentManager(site, CAMPAIGN);
    const form = await forms.open(documentId);
    await forms.save(form, { name: 'Renamed' }, openedOn(form));
    await forms.save(form, { name: 'By hand' }, openedOn(form));
    expect(await find(CAMPAIGN, { documentId })).toMatchObject({ name: 'By hand' });
  });

  it('ends, whatever comes in between, in the service’s newest name or an editor’s own', async () => {
    const forms = contentManager(site, CAMPAIGN);
    const step = fc.oneof(
      fc.record({ do: fc.constant('deliver' as const), name: fc.constantFrom('A', 'B', 'C') }),
      fc.record({ do: fc.constant('open' as const) }),
      // Null changes nothing but another field.
      fc.record({ do: fc.constant('save' as const), name: fc.constantFrom(null, null, 'X', 'Y') }),
    );
    const histories = fc.array(step, { minLength: 4, maxLength: 9 });
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        let last = makeDelivery();
        await send(last);
        const { documentId } = await campaignOf(last);
        let form = await forms.open(documentId);
        let [shown, isPersons] = [last.article.campaign.name, false];
        for (const [place, one] of steps.entries()) {
          if (one.do === 'open') form = await forms.open(documentId);
          if (one.do === 'deliver') {
            last = renamed(last, one.name);
            await send(last);
            if (!isPersons) shown = one.name;
          }
          if (one.do === 'save') {
            const changes = one.name === null ? {} : { name: one.name };
            await forms.save(form, { websiteId: `site ${place}`, ...changes }, openedOn(form));
            shown = one.name ?? shown;
            isPersons ||= one.name !== null;
            form = await forms.open(documentId);
          }
          expect((await campaignOf(last)).name).toBe(shown);
        }
      }),
      { numRuns: 12 },
    );
  });
});

describe('a form of an entry of the site’s own that articles lead to', () => {
  let types: string;

  beforeAll(async () => {
    types = await ownTypesWith('author', { website: { type: 'string' } });
    const author = { from: 'author', match: 'name', create: { bio: 'description' } };
    const target = { ...POST_TARGET, fields: { ...POST_TARGET.fields, author } };
    site = await bootSite({ types, pluginConfig: { target } });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  it('does not bring back what a delivery replaced, also when it is published with that', async () => {
    const event = 'article.status_changed';
    const article = { author: 'Ada', description: 'First.', status: 'published' };
    const first = makeDelivery({ event, article });
    await send(first);
    const { documentId } = (await ownPosts(site).draftOf(first)).author as Entry;
    const forms = contentManager(site, AUTHOR);
    const form = await forms.open(documentId);
    const second = nextDelivery(first, { event, article: { ...article, description: 'Second.' } });
    await send(second);
    await forms.save(form, { website: 'Of the editor' }, { ...openedOn(form), publish: true });
    for (const status of ['draft', 'published']) {
      const found = await site.strapi
        .documents(AUTHOR as never)
        .findOne({ documentId, status } as never);
      expect(found).toMatchObject({ bio: 'Second.', website: 'Of the editor' });
    }
    await send(nextDelivery(second, { event, article: { ...article, description: 'Third.' } }));
    expect(await find(AUTHOR, { documentId })).toMatchObject({ bio: 'Third.' });
  });
});

describe('a form of a translation of such an entry', () => {
  const CATEGORY = 'api::category.category';
  let types: string;

  beforeAll(async () => {
    const isLocalized = { pluginOptions: { i18n: { localized: true } } };
    types = await ownTypesWith('category', {
      blurb: { type: 'string' },
      motto: { type: 'string', ...isLocalized },
    });
    const create = { blurb: 'description', motto: 'tldr' };
    const category = { from: 'category', match: 'name', create };
    const target = { ...POST_TARGET, fields: { ...POST_TARGET.fields, category } };
    site = await bootSite({ types, pluginConfig: { target } });
    const locales = site.strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'de', name: 'German (de)' });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  it('does not bring back what all locales have in common, and is otherwise the translator’s', async () => {
    const first = makeDelivery({
      article: { category: 'Coffee', description: 'First.', tldr: 'Slow.' },
    });
    await send(first);
    const { documentId } = (await ownPosts(site).draftOf(first)).category as Entry;
    const categories = site.strapi.documents(CATEGORY as never);
    const inGerman = { documentId, locale: 'de' };
    // A motto that they have not translated yet.
    const data = { name: 'Kaffee', motto: 'Slow.' };
    await categories.update({ ...inGerman, data } as never);
    const forms = contentManager(site, CATEGORY);
    const form = await forms.open(documentId, 'de');
    expect(form).toMatchObject({ blurb: 'First.', motto: 'Slow.' });

    const article = { description: 'Second.', tldr: 'Fast.' };
    const second = nextDelivery(first, { article });
    await send(second);
    await forms.save(form, { name: 'Der Kaffee' }, { ...openedOn(form), locale: 'de' });
    expect(await categories.findOne(inGerman as never)).toMatchObject({
      ...{ name: 'Der Kaffee', blurb: 'Second.', motto: 'Slow.' },
    });
    expect(await categories.findOne({ documentId, locale: 'en' } as never)).toMatchObject({
      ...{ name: 'Coffee', blurb: 'Second.', motto: 'Fast.' },
    });
    await send(nextDelivery(second, { article: { description: 'Third.' } }));
    expect(await categories.findOne(inGerman as never)).toMatchObject({ blurb: 'Third.' });
  });
});
