import { rm } from 'node:fs/promises';
import { postsShownBy } from '../../disorder/shown';
import { refuseBesideTransactions } from '../../support/databases/beside-transactions';
import { makeDelivery, type WireArticle, type WireDelivery } from '../../support/feed/deliveries';
import { makeImage } from '../../support/feed/images';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
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
} from '../../support/databases/transaction-ways';

/** In all locales the same. */
const SHARED = { pluginOptions: { i18n: { localized: false } } };

interface Locales {
  create(locale: { code: string; name: string }): Promise<{ id: number }>;
  delete(locale: { id: number }): Promise<unknown>;
}

interface Subject {
  run: string;
  way: Way;
  last: WireDelivery;
  documentId: string;
}

let runs = 0;

describe('what code of a site does in a transaction, where articles go to its own type', () => {
  let site: Site;
  let types: string;
  let beside: ReturnType<typeof refuseBesideTransactions>;
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    types = await ownTypesWith('post', { seo: SHARED, words: SHARED });
    site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
    posts = ownPosts(site);
    await locales().create({ code: 'de', name: 'German (de)' });
    beside = refuseBesideTransactions(site.strapi);
  });
  afterAll(async () => {
    beside?.end();
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });
  beforeEach(() => {
    beside.count = 0;
  });

  const documents = (uid: string = POST) => documentsOf(site, uid);
  const query = (uid: string = POST) => queryOf(site, uid);
  const locales = (): Locales => site.strapi.plugin('i18n').service('locales');
  const behind = async (uid: string, field: string, { run }: Subject): Promise<string> =>
    (
      (await query(uid).findOne({ where: { [field]: { $contains: run } } })) as {
        documentId: string;
      }
    ).documentId;

  async function subjects(
    articles: Partial<WireArticle>[],
    edit: Record<string, unknown> | null,
    isTranslated: boolean,
  ): Promise<Subject[]> {
    const made: Subject[] = [];
    for (const way of WAYS) {
      runs += 1;
      const run = `own${runs}x`;
      const image = await makeImage(
        { color: `#${(0x202020 + runs).toString(16)}` },
        { kind: 'hero' },
      );
      const last = makeDelivery({
        article: {
          id: `art_${run}_1`,
          title: `Coffee ${run}`,
          slug: `coffee-${run}`,
          tags: [`${run} coffee`],
          category: `Brewing ${run}`,
          author: `Marta ${run}`,
          images: [image],
          heroImageUrl: image.url,
        },
      });
      made.push({ run, way, last, documentId: '' });
    }
    const [beginning = {}, ...later] = articles;
    for (const one of made) one.last = saying(one.last, beginning);
    await deliverAll(site, made);
    for (const one of made) {
      const { documentId } = await posts.draftOf(one.last);
      one.documentId = documentId;
      if (edit) await posts.edit(documentId, edit);
      if (isTranslated) await posts.edit(documentId, inGerman(one), 'de');
    }
    await site.settle();
    for (const article of later) await tellAll(site, made, () => article);
    return made;
  }

  const inGerman = ({ run }: Subject) => ({ title: 'Deutsch', slug: `deutsch-${run}`, words: 7 });

  const shown = async ({ run }: Subject): Promise<unknown> =>
    comparable(
      { posts: await postsShownBy(site.strapi, run), outcome: await outcomeOf(site, run) },
      run,
    );

  interface Deed {
    does: string;
    articles?: Partial<WireArticle>[];
    edit?: Record<string, unknown>;
    isTranslated?: boolean;
    work(subject: Subject): Promise<unknown>;
  }

  const EDIT = { excerpt: 'Of the editor' };
  const PUBLISHED = [{ status: 'published' }];
  const HELD = [{ status: 'published' }, { status: 'published', tldr: 'Coffee first.' }];
  const changed = { title: 'Changed', words: 8 };

  const DEEDS: Deed[] = [
    { what: 'a draft', articles: [{}] },
    { what: 'a published post', articles: PUBLISHED, isTranslated: true },
    { what: 'a held post', articles: HELD, edit: EDIT, isTranslated: true },
  ].flatMap(({ what, ...state }): Deed[] => {
    const deeds: Deed[] = [
      ...['en', 'de'].flatMap((locale): Deed[] => [
        {
          does: `update in ${locale}`,
          work: (one) =>
            documents().update({
              documentId: one.documentId,
              locale,
              data: locale === 'de' ? { ...inGerman(one), ...changed } : changed,
            }),
        },
        {
          does: `update in ${locale}, published at once`,
          work: (one) =>
            documents().update({
              documentId: one.documentId,
              locale,
              data: locale === 'de' ? { ...inGerman(one), ...changed } : changed,
              status: 'published',
            }),
        },
        {
          does: `update of the slug in ${locale}`,
          work: ({ documentId, run }) =>
            documents().update({
              documentId,
              locale,
              data: { slug: `other-${run}`, title: 'Other' },
            }),
        },
        ...(['publish', 'unpublish', 'discardDraft', 'delete'] as const).map((action): Deed => ({
          does: `${action} in ${locale}`,
          work: ({ documentId }) => documents()[action]({ documentId, locale }),
        })),
      ]),
      ...(['publish', 'unpublish', 'discardDraft', 'delete', 'clone'] as const).map(
        (action): Deed => ({
          does: `${action} in all locales`,
          work: ({ documentId }) => documents()[action]({ documentId, locale: '*' }),
        }),
      ),
      {
        does: 'rows: updateMany and delete',
        work: async ({ documentId }) => {
          await query().updateMany({ where: { documentId, locale: 'en' }, data: changed });
          await query().deleteMany({ where: { documentId, locale: 'de' } });
        },
      },
      {
        does: 'another locale, made and taken away',
        work: async ({ documentId, run }) => {
          const { id } = await locales().create({ code: 'fr', name: 'French (fr)' });
          const data = { title: 'Français', slug: `francais-${run}` };
          await documents().update({ documentId, locale: 'fr', data });
          await documents().publish({ documentId, locale: 'fr' });
          await locales().delete({ id });
        },
      },
      ...[
        { uid: 'api::label.label', field: 'label' },
        { uid: 'api::category.category', field: 'name' },
        { uid: 'api::author.author', field: 'name' },
      ].flatMap(({ uid, field }): Deed[] => [
        {
          does: `${uid}: update`,
          work: async (one) =>
            documents(uid).update({
              documentId: await behind(uid, field, one),
              data: { [field]: `Own ${one.run}` },
            }),
        },
        {
          does: `${uid}: delete`,
          work: async (one) => documents(uid).delete({ documentId: await behind(uid, field, one) }),
        },
      ]),
    ];
    return deeds.map((deed) => ({ ...deed, ...state, does: `${what}: ${deed.does}` }));
  });

  it.each(DEEDS)('counts where it is committed, and only there ($does)', async (deed) => {
    const { articles = [{}], edit = null, isTranslated = false, work } = deed;
    const all = await subjects(articles, edit, isTranslated);
    for (const one of all) await carryOut(site, one.way, () => work(one));
    await site.settle();
    await expectSame(all, shown);
    await tellAll(site, all, ({ article: { title } }) => ({
      ...{ title: `Tea ${title}`, description: 'Newer', wordCount: 9 },
    }));
    await expectSame(all, shown);
    expect(beside.count).toBe(0);
  });
});
