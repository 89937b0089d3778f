import { ledgerOf } from '../../src/plugins/article-receiver/server/src/ledger/ledger';
import { streamKeyOf } from '../../src/plugins/article-receiver/server/src/read-delivery/identity';
import { eventually } from '../support/eventually';
import { refuse, takeAgain } from '../support/databases/refused-changes';
import { makeDelivery, type WireDelivery } from '../support/feed/deliveries';
import { quietly } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const TABLE = 'article_receiver_articles';

/** More marks than are read at a time. */
const MANY = 250;

/** Such as an article that a rule of the site's own lets nobody write. */
describe('a slug that an article waits for, and cannot be given', () => {
  let site: Site;
  const tries: string[] = [];
  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { sweepIntervalMs: 3_600_000 } });
  });
  afterAll(() => site?.destroy());

  const articles = () => site.strapi.documents(ARTICLE);
  const shown = ({ article }: WireDelivery) =>
    articles().findFirst({ filters: { sourceId: article.id } });

  const arrive = async (slug: string) => {
    const delivery = makeDelivery({ article: { slug } });
    await site.deliver(delivery);
    await site.settle();
    return delivery;
  };

  /** Two that ask for the same slug: the second one waits for it. */
  const pairAskingFor = async (slug: string) => [await arrive(slug), await arrive(slug)] as const;

  const remove = async (delivery: WireDelivery) => {
    await articles().delete({ documentId: (await shown(delivery))?.documentId ?? '' });
    await site.settle();
  };

  const noteTries = () =>
    site.strapi.log.on('data', ({ message }: { message?: unknown }) => {
      if (String(message).includes('a slug could not be settled')) tries.push(String(message));
    });

  it('is not tried with each delivery, and keeps no other article from its slug', async () => {
    site.strapi.log.level = 'warn';
    noteTries();
    const [first, refused] = await pairAskingFor('refused');
    await refuse(site, { change: 'update', table: TABLE, sourceId: refused.article.id, why: 'no' });
    const { slugs } = ledgerOf(site.strapi);
    const streamKey = streamKeyOf(refused.article.id);
    const had = Array.from({ length: MANY }, (_, at) => `had-before-${at}`);
    await slugs.watch(
      streamKey,
      had.map((slug) => ({ slug, wasKnown: false })),
    );
    await site.strapi.db.query('plugin::article-receiver.slug-interest').updateMany({
      where: { slug: { $in: had } },
      data: { mark: 'first' },
    });
    await quietly(site, async () => {
      const [other, waiting] = await pairAskingFor('other');
      await remove(first);
      await remove(other);
      for (let more = 0; more < 3; more += 1) await arrive(`more-${more}`);
      expect((await shown(waiting))?.slug).toBe('other');
    });
    expect((await shown(refused))?.slug).toBe('refused-2');
    expect(tries).toHaveLength(1);
  });

  it('is tried again by itself, until the article can have it', async () => {
    const refused = await articles().findFirst({ filters: { slug: 'refused-2' } });
    await site.restart({ sweepIntervalMs: 100, retry: { maxDelayMs: 100 } });
    tries.length = 0;
    site.strapi.log.level = 'warn';
    noteTries();
    await quietly(site, () => eventually(async () => expect(tries.length).toBeGreaterThan(2)));
    await takeAgain(site, { table: TABLE });
    const { documentId = '' } = refused ?? {};
    await eventually(async () =>
      expect((await articles().findOne({ documentId }))?.slug).toBe('refused'),
    );
  });
});
