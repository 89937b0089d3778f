import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { shownBy } from '../disorder/shown';
import { refuseBesideTransactions } from '../support/databases/beside-transactions';
import { makeDelivery, type WireArticle, type WireDelivery } from '../support/feed/deliveries';
import { makeImage, pictureFile } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import {
  carryOut,
  comparable,
  deliverAll,
  documentsOf,
  expectSame,
  outcomeOf,
  queryOf,
  saying,
  tellAll,
  WAYS,
  type Way,
} from '../support/databases/transaction-ways';

const uidOf = (name: string) => `plugin::article-receiver.${name}`;
const ARTICLE = uidOf('article');
const FILE = 'plugin::upload.file';

/** An article as code of the site finds it, with what it leads to. */
interface Subject {
  run: string;
  way: Way;
  last: WireDelivery;
  documentId: string;
  slug: string;
}

let runs = 0;

describe('what code of a site does in a transaction of its own', () => {
  let site: Site;
  let beside: ReturnType<typeof refuseBesideTransactions>;

  beforeAll(async () => {
    site = await bootSite();
    beside = refuseBesideTransactions(site.strapi);
  });
  afterAll(async () => {
    beside?.end();
    await site?.destroy();
  });

  beforeEach(() => {
    beside.count = 0;
  });

  const documents = (uid = ARTICLE) => documentsOf(site, uid);
  const query = (uid: string) => queryOf(site, uid);
  const uploads = () => site.strapi.plugin('upload').service('upload');
  const sharedOf = async ({ run }: Subject, name: string): Promise<string> => {
    const where = name === 'campaign' ? { sourceId: `cmp_${run}` } : { name: { $contains: run } };
    const uid = uidOf(name);
    const found = (await query(uid).findOne({ where })) as { documentId: string } | null;
    if (!found) throw new Error(`there is no ${name}`);
    return found.documentId;
  };
  const heroOf = async ({ documentId }: Subject): Promise<{ id: number; documentId: string }> => {
    const found = await documents().findFirst({
      filters: { documentId },
      populate: { heroImage: true },
    });
    return found?.heroImage as { id: number; documentId: string };
  };
  const assetOf = async ({ documentId }: Subject): Promise<string> => {
    const found = await documents().findFirst({
      filters: { documentId },
      populate: { images: true },
    });
    const [image] = found?.images as { documentId: string }[];
    return image?.documentId ?? '';
  };

  /** An article that the service spoke of, once for each way. */
  async function subjects(
    articles: Partial<WireArticle>[],
    edit: object | null,
  ): Promise<Subject[]> {
    const made: { run: string; way: Way; last: WireDelivery }[] = [];
    for (const way of WAYS) {
      runs += 1;
      const run = `trx${runs}x`;
      const color = `#${(0x101010 + runs).toString(16)}`;
      const image = await makeImage({ color }, { kind: 'hero', alt: 'One cup', caption: 'Hot' });
      const first = makeDelivery({
        article: {
          id: `art_${run}_1`,
          title: `Coffee ${run}`,
          slug: `coffee-${run}`,
          campaignId: `cmp_${run}`,
          campaign: { id: `cmp_${run}`, name: `Guides ${run}`, language: 'en', websiteId: 'w' },
          tags: [`${run} coffee`, `${run} tea`],
          images: [image],
          heroImageUrl: image.url,
        },
      });
      made.push({ run, way, last: first });
    }
    const [beginning = {}, ...later] = articles;
    for (const one of made) one.last = saying(one.last, beginning);
    await deliverAll(site, made);
    for (const { run } of edit === null ? [] : made)
      await documents().update({ documentId: await idOf(run), data: edit ?? {} });
    await site.settle();
    for (const article of later) await tellAll(site, made, () => article);
    return Promise.all(
      made.map(async ({ run, way, last }) => {
        const documentId = await idOf(run);
        return { run, way, last, documentId, slug: last.article.slug };
      }),
    );
  }

  async function idOf(run: string): Promise<string> {
    const found = await documents().findFirst({ filters: { sourceId: `art_${run}_1` } });
    return String(found?.documentId);
  }

  /** Everything that is there of an article, and what became of its deliveries. */
  const shown = async ({ run }: Subject): Promise<unknown> =>
    comparable(
      { ...((await shownBy(site.strapi, run)) as object), outcome: await outcomeOf(site, run) },
      run,
    );

  const DRAFT = [{}];
  const PUBLISHED = [{ status: 'published' }];
  const HELD = [{ status: 'published' }, { status: 'published', tldr: 'Coffee first.' }];
  const EDIT = { description: 'Of the editor' };

  interface Deed {
    does: string;
    articles?: Partial<WireArticle>[];
    edit?: object;
    work(subject: Subject): Promise<unknown>;
  }

  const changed = { title: 'Changed' };
  const rowsOf = ({ documentId }: Subject) => ({ where: { documentId } });
  const DEEDS: Deed[] = [
    ...[
      { articles: DRAFT, what: 'a draft' },
      { articles: PUBLISHED, what: 'a published article' },
      { articles: HELD, edit: EDIT, what: 'an article whose publication is held' },
      { articles: DRAFT, edit: EDIT, what: 'an edited draft' },
    ].flatMap(({ what, ...state }): Deed[] => [
      {
        ...state,
        does: `${what}: update`,
        work: ({ documentId }) => documents().update({ documentId, data: changed }),
      },
      {
        ...state,
        does: `${what}: update of its slug`,
        work: ({ documentId, run }) =>
          documents().update({ documentId, data: { slug: `other-${run}` } }),
      },
      {
        ...state,
        does: `${what}: update, published at once`,
        work: ({ documentId }) =>
          documents().update({ documentId, data: changed, status: 'published' }),
      },
      {
        ...state,
        does: `${what}: publish`,
        work: ({ documentId }) => documents().publish({ documentId }),
      },
      {
        ...state,
        does: `${what}: unpublish`,
        work: ({ documentId }) => documents().unpublish({ documentId }),
      },
      {
        ...state,
        does: `${what}: discardDraft`,
        work: ({ documentId }) => documents().discardDraft({ documentId }),
      },
      {
        ...state,
        does: `${what}: delete`,
        work: ({ documentId }) => documents().delete({ documentId }),
      },
      {
        ...state,
        does: `${what}: clone`,
        work: ({ documentId }) => documents().clone({ documentId }),
      },
      {
        ...state,
        does: `${what}: several things`,
        work: async ({ documentId, run }) => {
          await documents().update({ documentId, data: { slug: `other-${run}` } });
          await documents().publish({ documentId });
          await documents().update({ documentId, data: changed });
          await documents().discardDraft({ documentId });
          await documents().unpublish({ documentId });
        },
      },
    ]),
    {
      does: 'another article with its slug: create and delete',
      work: async ({ slug }) => {
        const { documentId } = await documents().create({
          data: { title: 'Own', slug: `${slug}-2` },
        });
        await documents().delete({ documentId });
      },
    },
    {
      does: 'rows: update',
      work: (one) => query(ARTICLE).update({ ...rowsOf(one), data: changed }),
    },
    {
      does: 'rows: updateMany',
      work: (one) => query(ARTICLE).updateMany({ ...rowsOf(one), data: changed }),
    },
    { does: 'rows: deleteMany', work: (one) => query(ARTICLE).deleteMany(rowsOf(one)) },
    {
      does: 'rows: delete and create',
      work: async (one) => {
        await query(ARTICLE).delete(rowsOf(one));
        await query(ARTICLE).create({ data: { title: 'Own', slug: one.slug } });
      },
    },
    ...['campaign', 'tag', 'media-asset'].flatMap((name): Deed[] => {
      const documentOf = (one: Subject) =>
        name === 'media-asset' ? assetOf(one) : sharedOf(one, name);
      return [
        {
          does: `${name}: update`,
          work: async (one) =>
            documents(uidOf(name)).update({
              documentId: await documentOf(one),
              data:
                name === 'media-asset' ? { alternativeText: 'Own' } : { name: `Own ${one.run}` },
            }),
        },
        {
          does: `${name}: delete`,
          work: async (one) => documents(uidOf(name)).delete({ documentId: await documentOf(one) }),
        },
        {
          does: `${name}: row deleted`,
          work: async (one) =>
            query(uidOf(name)).delete({ where: { documentId: await documentOf(one) } }),
        },
      ];
    }),
    {
      does: 'a file: updateFileInfo',
      work: async (one) => uploads().updateFileInfo((await heroOf(one)).id, { caption: 'Own' }),
    },
    {
      does: 'a file: replace',
      work: async (one) => {
        const { id } = await heroOf(one);
        const data = { fileInfo: { caption: 'Own' } };
        return pictureFile((file) => uploads().replace(id, { data, file }));
      },
    },
    {
      does: 'a file: replace without words',
      work: async (one) => {
        const { id } = await heroOf(one);
        return pictureFile((file) => uploads().replace(id, { data: {}, file }));
      },
    },
    {
      does: 'a file: row updated',
      work: async (one) =>
        query(FILE).update({ where: { id: (await heroOf(one)).id }, data: { caption: 'Own' } }),
    },
    {
      does: 'a file: row deleted',
      work: async (one) => query(FILE).delete({ where: { id: (await heroOf(one)).id } }),
    },
    {
      does: 'a file: upload',
      work: () => pictureFile((file) => uploads().upload({ data: { fileInfo: {} }, files: file })),
    },
  ];

  it.each(DEEDS)('counts where it is committed, and only there ($does)', async (deed) => {
    const { articles = DRAFT, edit = null, work } = deed;
    const all = await subjects(articles, edit);
    for (const one of all) await carryOut(site, one.way, () => work(one));
    await site.settle();
    await expectSame(all, shown);
    await tellAll(site, all, ({ article: { title, images } }) => ({
      ...{ title: `Tea ${title}`, description: 'Newer' },
      images: [{ ...images[0], alt: 'Two cups' }] as WireArticle['images'],
    }));
    await expectSame(all, shown);
    expect(beside.count).toBe(0);
  });

  const receiver = (): Operations => site.strapi.plugin('article-receiver').service('operations');

  /** What a service that has no end to it gives. */
  async function listed<Item>(all: AsyncIterable<Item>): Promise<Item[]> {
    const found: Item[] = [];
    for await (const item of all) found.push(item);
    return found;
  }

  const ASKED: [string, (deliveryId: string, articleId: string) => Promise<unknown>][] = [
    ['status', () => receiver().status()],
    ['deliveries', (_, articleId) => listed(receiver().deliveries({ articleId }))],
    ['count', (_, articleId) => receiver().count({ articleId })],
    ['delivery', (deliveryId) => receiver().delivery(deliveryId)],
    ['body', (deliveryId) => receiver().body(deliveryId)],
    ['redriveOne', (deliveryId) => receiver().redriveOne(deliveryId)],
    ['redrive', (_, articleId) => listed(receiver().redrive({ articleId }))],
    ['rebuildPreview', () => receiver().rebuildPreview()],
    ['rebuild', () => receiver().rebuild()],
    ['latestJob', () => receiver().latestJob()],
    ['records', (_, articleId) => listed(receiver().records({ articleId }))],
    ['tokens.list', () => receiver().tokens.list()],
    ['tokens.create', () => receiver().tokens.create({ name: 'Trx', expiresAt: null })],
    ['countVerifiable', () => receiver().countVerifiable()],
    ['verify', () => listed(receiver().verify())],
    ['settings', () => site.strapi.plugin('article-receiver').service('settings').show()],
  ];

  it.each(ASKED)('gets the answers of the service (%s)', async (_, ask) => {
    const [one] = await subjects(DRAFT, null);
    if (!one) throw new Error('there is no article');
    const { article } = one.last;
    const [{ deliveryId = '' } = {}] = await listed(
      receiver().deliveries({ articleId: article.id }),
    );
    expect(await site.strapi.db.transaction(() => ask(deliveryId, article.id))).toBeDefined();
    await site.settle();
    expect(beside.count).toBe(0);
  });
});
