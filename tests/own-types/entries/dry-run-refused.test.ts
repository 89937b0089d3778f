import { rm } from 'node:fs/promises';
import { makeDelivery } from '../../support/feed/deliveries';
import { makeImage, type WireImage } from '../../support/feed/images';
import { ownPosts } from '../../support/articles/own-posts';
import { changeComponent, ownTypesWith, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
import { expectRebuilt } from '../../disorder/offered';

/** As new sites have it: without it, Strapi lets required files and relations be empty. */
const STRICT = { documents: { strictParams: true, strictRelations: true } };
const published = { event: 'article.status_changed' };

describe('a dry run of a publication that waits for what it lacks', () => {
  let site: Site;
  let types: string;
  beforeAll(async () => {
    types = await ownTypesWith('post', {
      cover: { required: true },
      author: { required: true },
      takeaways: { required: true, min: 1 },
    });
    await changeComponent(types, 'shared.seo', ({ attributes }) => {
      Object.assign(attributes.metaDescription ?? {}, { required: true });
    });
    await changeComponent(types, 'blocks.picture', ({ attributes }) => {
      Object.assign(attributes.caption ?? {}, { required: true });
    });
    const { author } = POST_TARGET.fields;
    const fields = { ...POST_TARGET.fields, author: { ...author, create: undefined } };
    site = await bootSite({
      types,
      siteConfig: { api: STRICT },
      pluginConfig: { target: { ...POST_TARGET, fields } },
    });
    const authors = site.strapi.documents('api::author.author' as never);
    await authors.create({ data: { name: 'Somebody' }, status: 'published' } as never);
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const send = (article: object) => ownPosts(site).send(makeDelivery({ ...published, article }));
  const stateOf = (id: string) => ownPosts(site).stateOf(id);

  /** An article that lacks nothing. */
  async function whole() {
    const hero = await makeImage({}, { kind: 'hero', caption: 'A pot' });
    const article = { status: 'published', author: 'Somebody', images: [hero] };
    return { ...article, heroImageUrl: hero.url, keyTakeaways: ['One'] };
  }

  type Article = Awaited<ReturnType<typeof whole>>;
  const silent = (image: WireImage) => ({ ...image, caption: null });

  it.each<[string, (article: Article) => object]>([
    ['a text in a component with a file', () => ({ description: null })],
    ['a text in a section with a file', ({ images }) => ({ images: images.map(silent) })],
    ['a file', () => ({ images: [], heroImageUrl: null })],
    ['an entry', () => ({ author: 'Nobody' })],
    ['an item of a list', () => ({ keyTakeaways: [] })],
  ])('says that it goes on waiting for %s', async (_, lacking) => {
    const article = await whole();
    const state = await stateOf(await send({ ...article, ...lacking(article) }));
    expect(state).toMatchObject({ state: 'parked', reasonCode: 'publicationLacks' });
    await expectRebuilt(site);
  });

  it('says nothing of one that lacks nothing', async () => {
    expect(await stateOf(await send(await whole()))).toMatchObject({ state: 'applied' });
    await expectRebuilt(site);
  });
});
