import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireArticle } from '../../support/feed/deliveries';
import { makeImage } from '../../support/feed/images';
import { ownPosts } from '../../support/articles/own-posts';
import { NOTE, NOTE_TARGET, ownTypesWith } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

describe('a required field that has a default, where the service says nothing of it', () => {
  let site: Site;
  let types: string;

  beforeAll(async () => {
    types = await ownTypesWith('note', {
      words: { type: 'integer', required: true, default: 3 },
      pictures: { type: 'component', component: 'blocks.picture', repeatable: true },
      seo: { type: 'component', component: 'shared.social' },
    });
    const captioned = { type: 'text', required: true, default: 'None' };
    for (const [component, name] of [
      ['blocks/picture', 'caption'],
      ['shared/social', 'handle'],
    ]) {
      const file = join(types, 'components', `${component}.json`);
      const schema = JSON.parse(await readFile(file, 'utf8')) as { attributes: object };
      Object.assign(schema.attributes, { [String(name)]: captioned });
      await writeFile(file, JSON.stringify(schema));
    }
    const fields = {
      ...NOTE_TARGET.fields,
      words: 'wordCount',
      pictures: { each: 'images', fields: { file: 'item', caption: 'item.caption' } },
      seo: { fields: { heading: 'tldr', handle: 'extra.handle' } },
    };
    site = await bootSite({
      types,
      pluginConfig: { target: { ...NOTE_TARGET, fields }, adopt: 'id-or-slug' },
    });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const note = (headline: string) =>
    site.strapi.documents(NOTE as never).findFirst({
      filters: { headline },
      populate: ['pictures', 'seo'],
    } as never);

  it('has its default, in items of lists and in components that are there, too', async () => {
    const { send, stateOf } = ownPosts(site);
    const image = await makeImage({ color: '#405060' }, { kind: 'hero', caption: null });
    const silent: Partial<WireArticle> = { title: 'Silent', images: [image] };
    // The service may leave out what it has nothing for.
    Object.assign(silent, { wordCount: null });
    const first = makeDelivery({ article: silent });
    expect(await stateOf(await send(first))).toMatchObject({ state: 'applied' });
    const shown = { words: 3, pictures: [{ caption: 'None' }] };
    expect(await note('Silent')).toMatchObject({ ...shown, seo: { handle: 'None' } });
    const said = nextDelivery(first, { article: { wordCount: 900, tldr: '' } });
    expect(await stateOf(await send(said))).toMatchObject({ state: 'applied' });
    expect(await note('Silent')).toMatchObject({ ...shown, words: 900, seo: null });
  });

  it('has what is in an entry already, which is no matter of a suggestion', async () => {
    const { send, stateOf } = ownPosts(site);
    const { id, slug } = makeDelivery().article;
    const data = { headline: 'Made by hand', address: slug, state: 'open', words: 7 };
    const { documentId } = await site.strapi.documents(NOTE as never).create({ data } as never);
    const silent: Partial<WireArticle> = { id, slug, title: 'Made by hand' };
    Object.assign(silent, { wordCount: null });
    const first = makeDelivery({ article: silent });
    expect(await stateOf(await send(first))).toMatchObject({ state: 'applied' });
    expect(await note('Made by hand')).toMatchObject({ documentId, words: 7 });
    const offered = async () =>
      (await adminApi(site).suggestionsOf(documentId)).map(({ field }) => field);
    expect(await offered()).not.toContain('words');
    // What the service does say is one, though it is the same as the default.
    await send(nextDelivery(first, { article: { wordCount: 3 } }));
    expect(await offered()).toContain('words');
    expect(await note('Made by hand')).toMatchObject({ words: 7 });
  });
});
