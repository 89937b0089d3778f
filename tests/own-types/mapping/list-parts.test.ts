import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { makeImage } from '../../support/feed/images';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const LABEL = 'api::label.label';

let site: Site;
let posts: ReturnType<typeof ownPosts>;
let types: string;

/** Gives a component more attributes, for all sites that begin with these types. */
async function extend(component: string, attributes: object): Promise<void> {
  const file = join(types, 'components', `${component}.json`);
  const schema = JSON.parse(await readFile(file, 'utf8')) as { attributes: object };
  Object.assign(schema.attributes, attributes);
  await writeFile(file, JSON.stringify(schema));
}

beforeAll(async () => {
  types = await ownTypesWith('post', {});
  await extend('shared/point', { link: { type: 'component', component: 'shared.social' } });
  await extend('blocks/picture', {
    topic: { type: 'relation', relation: 'manyToOne', target: LABEL },
  });
  const link = { fields: { heading: 'tldr' } };
  const topic = { from: 'articleType', match: 'label', create: true };
  const [text, picture] = POST_TARGET.fields.sections;
  const fields = {
    ...POST_TARGET.fields,
    takeaways: { each: 'keyTakeaways', fields: { text: 'item', link } },
    sections: [text, { ...picture, fields: { ...picture?.fields, topic } }],
  };
  site = await bootSite({ types, pluginConfig: { target: { ...POST_TARGET, fields } } });
  posts = ownPosts(site);
});
afterAll(async () => {
  await site?.destroy();
  await rm(types, { recursive: true, force: true });
});

interface Lists {
  documentId: string;
  takeaways: {
    id: number;
    text: string;
    link: { id: number; heading: string | null; handle: string | null } | null;
  }[];
  sections: {
    body?: string;
    caption?: string;
    file?: { id: number } | null;
    topic?: { documentId: string; label: string } | null;
  }[];
}

const listsOf = async ({ article }: WireDelivery): Promise<Lists> =>
  (await site.strapi.documents(POST as never).findFirst({
    filters: { feedId: article.id },
    locale: 'en',
    populate: {
      takeaways: { populate: { link: true } },
      sections: {
        on: {
          'blocks.rich-text': true,
          'blocks.picture': { populate: { file: true, topic: true } },
        },
      },
    },
  } as never)) as unknown as Lists;

describe('a component within an item of a list', () => {
  it('goes with what the service says no more, and comes back', async () => {
    const first = makeDelivery({ article: { tldr: 'One' } });
    const silent = nextDelivery(first, { article: { tldr: '' } });
    const again = nextDelivery(silent, { article: { tldr: 'Two' } });
    await posts.send(first, silent);
    expect((await listsOf(first)).takeaways).toMatchObject([{ link: null }]);
    await posts.send(again);
    expect((await listsOf(first)).takeaways).toMatchObject([{ link: { heading: 'Two' } }]);
  });

  it('stays with what an editor wrote in it, and follows the service all the same', async () => {
    const first = makeDelivery({ article: { tldr: 'One' } });
    await posts.send(first);
    const { documentId, takeaways } = await listsOf(first);
    const [{ id, link } = { id: 0, link: null }] = takeaways;
    const written = { id, link: { id: link?.id, handle: '@brewer' } };
    await posts.edit(documentId, { takeaways: [written] });
    const silent = nextDelivery(first, { article: { tldr: '' } });
    await posts.send(silent);
    const shown = async () => (await listsOf(first)).takeaways;
    expect(await shown()).toMatchObject([{ link: { heading: null, handle: '@brewer' } }]);
    await posts.send(nextDelivery(silent, { article: { tldr: 'Two' } }));
    expect(await shown()).toMatchObject([{ link: { heading: 'Two', handle: '@brewer' } }]);
  });
});

describe('a list in which something was deleted that an item led to', () => {
  /** An article with a picture in its list, and what the list has. */
  async function withPicture(color: string, articleType: string) {
    const image = await makeImage({ color }, { kind: 'hero', alt: 'A pot', caption: 'A caption' });
    const first = makeDelivery({ article: { images: [image], articleType } });
    await posts.send(first);
    const [, picture] = (await listsOf(first)).sections;
    return { first, picture };
  }

  const removeFile = async (id: number | undefined) => {
    const file = await site.strapi.db.query('plugin::upload.file').findOne({ where: { id } });
    await site.strapi.plugin('upload').service('upload').remove(file);
  };

  it.each<[string, (picture: Lists['sections'][number] | undefined) => Promise<unknown>]>([
    ['a file', async (picture) => removeFile(picture?.file?.id)],
    [
      'an entry',
      async (picture) =>
        site.strapi
          .documents(LABEL as never)
          .delete({ documentId: picture?.topic?.documentId ?? '' }),
    ],
  ])('is nobody’s, and follows the service: %s', async (what, remove) => {
    const { first, picture } = await withPicture(what === 'a file' ? '#102030' : '#203040', what);
    expect(picture).toMatchObject({ topic: { label: what }, caption: 'A caption' });
    await remove(picture);
    await posts.send(nextDelivery(first, { article: { tldr: 'Newer words.' } }));
    const { sections } = await listsOf(first);
    expect(sections).toMatchObject([{ body: 'Newer words.' }, { topic: { label: what } }]);
    expect(sections[1]?.file?.id).toEqual(expect.any(Number));
  });

  it('is an editor’s where they had taken it out before', async () => {
    const { first, picture } = await withPicture('#304050', 'taken out');
    const { documentId } = await posts.draftOf(first);
    const sections = (await posts.draftOf(first)).sections.map(({ id, __component }) => ({
      id,
      __component,
      ...(__component === 'blocks.picture' ? { file: null } : {}),
    }));
    await posts.edit(documentId, { sections });
    await removeFile(picture?.file?.id);
    await posts.send(nextDelivery(first, { article: { tldr: 'Newer words.' } }));
    expect((await listsOf(first)).sections).toMatchObject([
      { body: 'Water first.' },
      { file: null },
    ]);
  });
});
