import type { ArticleOrigin } from '../../src/plugins/article-receiver/shared/articles/articles';
import { makeDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { adminApi } from '../support/people/admin-api';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const FILE = 'plugin::upload.file';

/** What is told beside an article whose pictures somebody deleted from the Media Library. */
describe.each([
  ['the plugin’s own type', {}],
  ['a type of the site’s own', { types: OWN_TYPES, pluginConfig: { target: POST_TARGET } }],
])('an article of %s', (_, options) => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  let deliveryId: string;
  let documentId: string;

  beforeAll(async () => {
    site = await bootSite(options);
    api = adminApi(site);
    const [hero, inline] = await Promise.all(
      ['hero', 'inline'].map((kind, index) =>
        makeImage(
          { width: 60 + index },
          { kind, url: `https://cdn.example.com/a/${kind}.png`, alt: `The ${kind}` },
        ),
      ),
    );
    if (!hero || !inline) throw new Error('no pictures');
    const content = `# Brewing\n\n![The inline](${inline.url})\n`;
    const article = { content, heroImageUrl: hero.url, images: [hero, inline] };
    deliveryId = await ownPosts(site).send(makeDelivery({ article }));
    documentId = (await api.delivery(deliveryId)).documentId ?? '';
  });
  afterAll(() => site?.destroy());

  const origin = async () =>
    ((await api.get(`/articles/${documentId}`)).body as { data: ArticleOrigin }).data;

  async function removeFiles(): Promise<void> {
    const upload = site.strapi
      .plugin('upload')
      .service<{ remove(file: object): Promise<void> }>('upload');
    for (const file of await site.strapi.db.query(FILE).findMany())
      await upload.remove(file as object);
  }

  it('lacks none of them, and nobody changed it', async () => {
    expect(await origin()).toMatchObject({ lostImages: [], heldFields: [] });
  });

  it('is said to be without them, and not to be changed by editors', async () => {
    await removeFiles();
    const { lostImages, heldFields } = await origin();
    expect(lostImages).toMatchObject([
      { name: 'The hero', issue: { code: 'imageFileDeleted' } },
      { name: 'The inline', issue: { code: 'imageFileDeleted' } },
    ]);
    expect(heldFields).toEqual([]);
  });

  it('has them again with the delivery', async () => {
    await api.redrive(deliveryId);
    expect(await origin()).toMatchObject({ lostImages: [], heldFields: [] });
  });
});

describe('an article whose hero image an editor replaced', () => {
  let site: Site;
  beforeAll(async () => void (site = await bootSite()));
  afterAll(() => site?.destroy());

  it('is not without the one that they deleted then', async () => {
    const api = adminApi(site);
    const [theirs, other] = await Promise.all(
      [60, 70].map((width) => makeImage({ width }, { kind: 'hero' })),
    );
    if (!theirs || !other) throw new Error('no pictures');
    const { send } = ownPosts(site);
    const sent = [theirs, other].map((image) =>
      makeDelivery({ article: { heroImageUrl: image.url, images: [image] } }),
    );
    const documents: string[] = [];
    for (const one of sent) documents.push((await api.delivery(await send(one))).documentId ?? '');
    const [documentId = '', second = ''] = documents;
    const articles = site.strapi.documents(ARTICLE);
    const heroOf = async (id: string) =>
      (
        (await articles.findOne({ documentId: id, populate: { heroImage: true } })) as unknown as {
          heroImage: { id: number };
        }
      ).heroImage;
    const [old, mine] = [await heroOf(documentId), await heroOf(second)];
    await articles.update({ documentId, data: { heroImage: mine.id } as never });
    await site.strapi
      .plugin('upload')
      .service<{ remove(file: object): Promise<void> }>('upload')
      .remove(old);
    const { data } = (await api.get(`/articles/${documentId}`)).body as { data: ArticleOrigin };
    expect(data).toMatchObject({ heldFields: ['heroImage'], lostImages: [] });
  });
});

describe('an article out of whose text an editor took a picture', () => {
  let site: Site;
  beforeAll(async () => void (site = await bootSite()));
  afterAll(() => site?.destroy());

  it('is not without that one once its file is deleted, but without the one that the text still shows', async () => {
    const api = adminApi(site);
    const [taken, left] = await Promise.all(
      ['taken', 'left'].map((alt, index) =>
        makeImage(
          { width: 60 + index },
          { kind: 'inline', url: `https://cdn.example.com/${alt}.png`, alt },
        ),
      ),
    );
    if (!taken || !left) throw new Error('no pictures');
    const content = `![taken](${taken.url})\n\n![left](${left.url})\n`;
    const sent = makeDelivery({
      article: { content, heroImageUrl: undefined, images: [taken, left] },
    });
    const { documentId: id } = await api.delivery(await ownPosts(site).send(sent));
    const documentId = id ?? '';
    const articles = site.strapi.documents(ARTICLE);
    const text = String((await articles.findOne({ documentId }))?.content);
    const edited = { content: text.slice(text.indexOf('![left]')) };
    await articles.update({ documentId, data: edited as never });
    const upload = site.strapi
      .plugin('upload')
      .service<{ remove(file: object): Promise<void> }>('upload');
    for (const file of await site.strapi.db.query(FILE).findMany())
      await upload.remove(file as object);
    const { data } = (await api.get(`/articles/${documentId}`)).body as { data: ArticleOrigin };
    expect(data).toMatchObject({ heldFields: ['content'], lostImages: [{ name: 'left' }] });
  });
});
