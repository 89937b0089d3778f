import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const CHANGED = 'article.status_changed';

/** As `ApplicationError` of `@strapi/utils`, which sites throw in their own code. */
const legalHold = () =>
  Object.assign(new Error('Legal hold.'), { name: 'ApplicationError', details: {} });

const TYPES = [
  { name: "the plugin's article", uid: ARTICLE, key: 'sourceId', options: {} },
  {
    name: 'a type of the site',
    uid: POST,
    key: 'feedId',
    options: { types: OWN_TYPES, pluginConfig: { target: POST_TARGET } },
  },
];

describe.each(TYPES)('$name that a site does not let be taken offline', ({ uid, key, options }) => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  let isHeld = true;

  beforeAll(async () => {
    const pluginConfig = { sweepIntervalMs: 1_000, ...options.pluginConfig };
    site = await bootSite({ ...options, pluginConfig });
    admin = adminApi(site);
    site.strapi.documents.use(async (context, next) => {
      const result = await next();
      if (context.uid === uid && context.action === 'unpublish' && isHeld) throw legalHold();
      return result;
    });
  });
  beforeEach(() => {
    isHeld = true;
  });
  afterAll(() => site?.destroy());

  const documents = () => site.strapi.documents(uid as never);

  async function titles({ article }: WireDelivery) {
    const filters = { [key]: article.id };
    const at = async (status: 'draft' | 'published') =>
      (await documents().findFirst({ filters, status } as never)) as {
        documentId: string;
        title: string;
      } | null;
    const [draft, published] = [await at('draft'), await at('published')];
    return {
      documentId: draft?.documentId ?? '',
      titles: [draft?.title ?? null, published?.title ?? null],
    };
  }

  const stateOf = async (id: string) => (await admin.delivery(id)).state;

  /** A published article, and the delivery that is to take it offline. */
  async function refused() {
    const first = makeDelivery({ event: CHANGED, article: { status: 'published', title: 'One' } });
    await arrive(site, first);
    const offline = nextDelivery(first, {
      event: CHANGED,
      article: { status: 'archived', title: 'Two' },
    });
    return { first, offline, id: await arrive(site, offline) };
  }

  it('has its draft all the same, says what the site says, and goes on', async () => {
    const { first, offline, id } = await refused();
    expect((await titles(first)).titles).toEqual(['Two', 'One']);
    expect(await admin.delivery(id)).toMatchObject({
      state: 'parked',
      reasonCode: 'unpublicationRule',
      reasonValues: { text: 'Legal hold.' },
    });
    const ready = { event: 'article.ready', article: { status: 'draft', title: 'Three' } };
    const newer = await arrive(site, nextDelivery(offline, ready));
    expect([await stateOf(newer), await stateOf(id)]).toEqual(['applied', 'parked']);
    expect((await titles(first)).titles).toEqual(['Three', 'One']);

    isHeld = false;
    await eventually(async () => expect((await titles(first)).titles).toEqual(['Three', null]));
    expect(await stateOf(id)).toBe('superseded');
  });

  it('is settled by an editor who takes it offline', async () => {
    const { first, id } = await refused();
    isHeld = false;
    const { documentId } = await titles(first);
    await documents().unpublish({ documentId } as never);
    await site.settle();
    expect((await titles(first)).titles).toEqual(['Two', null]);
    expect(await stateOf(id)).toBe('applied');
  });

  it('stays online where an editor publishes it', async () => {
    const { first, offline, id } = await refused();
    const { documentId } = await titles(first);
    await documents().publish({ documentId } as never);
    await site.settle();
    expect((await titles(first)).titles).toEqual(['Two', 'Two']);
    // What an editor does is looked at once it is committed, which nobody waits for.
    await eventually(async () => expect(await stateOf(id)).toBe('applied'));
    isHeld = false;
    const ready = { event: 'article.ready', article: { status: 'draft', title: 'Three' } };
    await arrive(site, nextDelivery(offline, ready));
    expect((await titles(first)).titles).toEqual(['Three', 'Two']);
  });

  it('stays online where somebody leaves it at that, until the service says something else', async () => {
    const { first, offline, id } = await refused();
    expect((await admin.post(`/deliveries/${id}/leave`)).status).toBe(202);
    isHeld = false;
    await site.settle();
    const ready = { event: 'article.ready', article: { status: 'draft' } };
    await admin.redrive(await arrive(site, nextDelivery(offline, ready)));
    expect((await titles(first)).titles[1]).toBe('One');
    const again = { event: CHANGED, article: { status: 'archived' } };
    await arrive(site, nextDelivery(nextDelivery(offline), again));
    expect((await titles(first)).titles[1]).toBeNull();
  });

  it('is settled by a newer publication', async () => {
    const { first, offline, id } = await refused();
    const back = { event: CHANGED, article: { status: 'published', title: 'Back' } };
    await arrive(site, nextDelivery(offline, back));
    expect((await titles(first)).titles).toEqual(['Back', 'Back']);
    expect(await stateOf(id)).toBe('superseded');
  });
});
