import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { adminApi } from '../support/people/admin-api';
import { makeImage, type WireImage } from '../support/feed/images';
import { ownTypesWith, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';
import { clearSite } from './clear-site';
import { deliveriesOf, histories } from './histories';
import { postsShownBy, shownBy } from './shown';

const PATIENCE_MS = 600_000;

/** Both sites publish nothing without a description, and some deliveries bring none. */
const TARGETS = [
  {
    name: 'the plugin’s own Article',
    options: () => ({ extension: join(__dirname, '..', 'support', 'sites', 'demanding.js') }),
    shown: shownBy,
    own: [],
    uid: 'plugin::article-receiver.article',
    idField: 'sourceId',
    text: 'tldr',
    hero: 'heroImage',
    labels: { field: 'tags', uid: 'plugin::article-receiver.tag', name: 'name' },
    others: ['plugin::article-receiver.campaign', 'plugin::article-receiver.media-asset'],
  },
  {
    name: 'a localized type of the site’s own',
    options: async () => ({
      types: await ownTypesWith('post', { excerpt: { required: true } }),
      pluginConfig: { target: POST_TARGET },
    }),
    shown: postsShownBy,
    own: [POST, 'api::category.category', 'api::label.label', 'api::author.author'],
    uid: POST,
    idField: 'feedId',
    text: 'excerpt',
    hero: 'cover',
    labels: { field: 'labels', uid: 'api::label.label', name: 'label' },
    others: ['api::category.category', 'api::author.author'],
  },
];

/** What is done to an article, or to what is known of it. */
const OWN_ACTS = [
  ...(['write', 'publish', 'unpublish', 'delete', 'rename', 'leaveSlug', 'dropLabels'] as const),
  // As a fault of the database, or of an earlier version, would leave it.
  ...([
    'damageDraft',
    'damagePublished',
    'dropHero',
    'flag',
    'forgetOffers',
    'mistakeState',
  ] as const),
];
/** What is done to what several articles lead to. */
const SHARED_ACTS = ['renameLabel', 'deleteLabel', 'deleteOther', 'deleteFile'] as const;

interface Act {
  do: (typeof OWN_ACTS)[number] | (typeof SHARED_ACTS)[number];
  article: number;
}

/** Few at a time: an article to which several things are done is looked at because of any of them. */
const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.record({
    do: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...OWN_ACTS) },
      { weight: 1, arbitrary: fc.constantFrom(...SHARED_ACTS) },
    ),
    article: fc.nat(4),
  }),
  { minLength: 1, maxLength: 4 },
);

interface Row {
  id: number;
  documentId: string;
  locale: string | null;
  publishedAt: unknown;
  slug: string;
}

/** Rows and documents of any type: only the site knows which there are. */
interface Loose {
  query(uid: string): {
    findMany(search: object): Promise<Row[]>;
    updateMany(change: object): Promise<unknown>;
    deleteMany(search: object): Promise<unknown>;
  };
  documents(
    uid: string,
  ): Record<
    'create' | 'update' | 'publish' | 'unpublish' | 'delete',
    (params: object) => Promise<unknown>
  >;
}

describe.each(TARGETS)('a rebuild of many articles, into $name', (target) => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  let loose: Loose;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite(await target.options());
    admin = adminApi(site);
    const { strapi } = site;
    loose = {
      query: (uid) => strapi.db.query(uid as never),
      documents: (uid) => strapi.documents(uid as never) as never,
    };
    await strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
  });
  afterAll(() => site?.destroy());

  const pictures = async (): Promise<WireImage[]> =>
    Promise.all(
      [0, 1, 2].map(() =>
        makeImage(
          { width: 8, height: 8, color: `#${randomBytes(3).toString('hex')}` },
          { url: `https://cdn.example.com/${randomBytes(6).toString('hex')}.png` },
        ),
      ),
    );

  const rowsOf = (run: string, article: number) =>
    loose.query(target.uid).findMany({
      where: { [target.idField]: `art_${run}_${article}` },
      orderBy: { id: 'asc' },
    });

  async function carryOut({ do: act, article }: Act, run: string): Promise<void> {
    const all = await rowsOf(run, article);
    const row = all.find(({ publishedAt }) => publishedAt === null);
    if (!row) return;
    const { documentId, locale, slug } = row;
    const of = { documentId, ...(locale ? { locale } : {}) };
    const entries = loose.documents(target.uid);
    const text = `Somebody ${randomBytes(3).toString('hex')}`;
    const damage = (where: object, data: object) =>
      loose.query(target.uid).updateMany({ where: { documentId, ...where }, data });
    const firstOf = async (uid: string) =>
      (await loose.query(uid).findMany({ where: {}, orderBy: { id: 'asc' } }))[0]?.documentId;
    switch (act) {
      case 'write':
        return void (await entries.update({ ...of, data: { [target.text]: text } }));
      case 'publish':
        // The site may refuse it.
        return void (await entries.publish(of).catch(() => undefined));
      case 'unpublish':
      case 'delete':
        return void (await entries[act](of));
      case 'rename':
        return void (await entries.update({ ...of, data: { slug: `own-${run}-${article}` } }));
      case 'leaveSlug':
        await entries.update({ ...of, data: { slug: `left-${run}-${article}` } });
        return void (await entries.create({
          data: { title: 'By hand', slug },
          ...(locale ? { locale } : {}),
        }));
      case 'dropLabels':
        return void (await entries.update({ ...of, data: { [target.labels.field]: [] } }));
      case 'renameLabel':
      case 'deleteLabel': {
        const label = await firstOf(target.labels.uid);
        if (label === undefined) return;
        const labels = loose.documents(target.labels.uid);
        const name = { [target.labels.name]: `${run} renamed` };
        return void (act === 'deleteLabel'
          ? await labels.delete({ documentId: label })
          : await labels.update({ documentId: label, data: name }));
      }
      case 'deleteOther':
        for (const uid of target.others) {
          const other = await firstOf(uid);
          if (other !== undefined) await loose.documents(uid).delete({ documentId: other });
        }
        return;
      case 'deleteFile': {
        const [file] = await site.strapi.db.query('plugin::upload.file').findMany();
        if (file) await site.strapi.plugin('upload').service('upload').remove(file);
        return;
      }
      case 'damageDraft':
        return void (await damage({ publishedAt: null }, { [target.text]: text }));
      case 'damagePublished':
        return void (await damage({ publishedAt: { $notNull: true } }, { [target.text]: text }));
      case 'dropHero':
        return void (await entries.update({ ...of, data: { [target.hero]: null } }));
      case 'flag':
        if (target.own.length === 0) await damage({}, { needsAttention: true });
        return;
      case 'forgetOffers':
        return void (await loose
          .query('plugin::article-receiver.suggestion')
          .deleteMany({ where: { documentId } }));
      case 'mistakeState':
        return void (await loose.query('plugin::article-receiver.delivery').updateMany({
          where: { articleId: `art_${run}_${article}`, state: 'applied' },
          data: { state: 'superseded' },
        }));
    }
  }

  /** All that a projection brings about. */
  async function found(run: string): Promise<object> {
    await site.settle();
    const deliveries = await loose.query('plugin::article-receiver.delivery').findMany({
      select: ['state', 'reasonCode', 'issues'],
      where: { articleId: { $startsWith: `art_${run}_` } },
      orderBy: { id: 'asc' },
    });
    const offers = await loose.query('plugin::article-receiver.suggestion').findMany({
      select: ['documentId', 'field', 'value'],
      where: { state: 'open' },
      orderBy: [{ documentId: 'asc' }, { field: 'asc' }],
    });
    return { shown: await target.shown(site.strapi, run), deliveries, offers };
  }

  /** Each delivery again, one after another, under the locks of its stream. */
  async function projectEach(run: string): Promise<void> {
    for (let article = 0; article < 5; article += 1) {
      // Who asks for a deleted one gets it back, and who asks for one that waits lets it move.
      if ((await rowsOf(run, article)).length === 0) continue;
      const told = await admin.deliveriesOf(`art_${run}_${article}`);
      for (const { deliveryId, reasonCode } of told.reverse()) {
        if (reasonCode !== 'localeMoves') await admin.redrive(deliveryId);
      }
    }
  }

  const rebuild = async () => {
    expect((await admin.post('/rebuild', {})).status).toBe(202);
    await site.settle();
  };

  it(
    'leaves nothing to do for a projection of each by itself',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          histories,
          fc.array(acts, { minLength: 3, maxLength: 3 }),
          async (history, all) => {
            const run = `run${(runs += 1)}`;
            for (const body of deliveriesOf(history, { name: run, images: await pictures() })) {
              expect([200, 202]).toContain((await site.deliver(body)).status);
            }
            for (const done of all) {
              await site.settle();
              for (const act of done) await carryOut(act, run);
              await site.settle();
              await rebuild();
              const rebuilt = await found(run);
              await projectEach(run);
              expect(await found(run)).toEqual(rebuilt);
            }
            await clearSite(site, target.own);
          },
        ),
        { numRuns: Number(process.env.DISORDER_RUNS ?? 8), endOnFailure: true },
      );
    },
    PATIENCE_MS,
  );
});
