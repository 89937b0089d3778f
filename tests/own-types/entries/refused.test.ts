import { rm } from 'node:fs/promises';
import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { arriveInTurn } from '../../support/feed/event-log';
import { ownPosts } from '../../support/articles/own-posts';
import { NOTE, NOTE_TARGET, OWN_TYPES, ownTypesWith, POST } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
import { until } from '../../support/until';

const DELIVERY = 'plugin::article-receiver.delivery';

describe('what a type without drafts refuses', () => {
  let site: Site;
  let types: string;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    types = await ownTypesWith('note', {
      headline: { unique: true },
      remark: { required: true },
      points: { type: 'component', component: 'shared.point', repeatable: true, min: 2 },
      seo: { type: 'component', component: 'shared.seo' },
      day: { type: 'date' },
      instant: { type: 'datetime' },
      count: { type: 'integer' },
      large: { type: 'biginteger' },
      price: { type: 'decimal' },
      mail: { type: 'email' },
      path: { type: 'uid' },
    });
    const points = { each: 'keyTakeaways', fields: { text: 'item' } };
    const seo = { fields: { metaTitle: 'extra.seoTitle' } };
    const fields = {
      ...{ ...NOTE_TARGET.fields, remark: 'description', points, seo },
      ...{ day: 'extra.day', instant: 'extra.instant', mail: 'extra.mail' },
      ...{ count: 'extra.count', large: 'extra.large', price: 'extra.price' },
      path: { from: 'extra.path', as: 'text' },
    };
    site = await bootSite({ types, pluginConfig: { target: { ...NOTE_TARGET, fields } } });
    api = adminApi(site);
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const notes = () => site.strapi.documents(NOTE as never);

  const noteOf = async ({ article }: WireDelivery) =>
    (await notes().findFirst({
      filters: { address: article.slug },
      populate: { points: true, seo: true },
    } as never)) as {
      [field: string]: unknown;
      documentId: string;
      seo: object | null;
      headline: string;
      remark: string;
      points: { text: string }[];
    } | null;

  const send = (delivery: object): Promise<string> => arriveInTurn(site, delivery);

  /** Lets the time come at which a delivery is looked at again. */
  async function itsTimeComes(deliveryId: string): Promise<void> {
    await site.strapi.db
      .query(DELIVERY)
      .updateMany({ where: { deliveryId }, data: { nextAttemptAt: Date.now() - 1 } });
    site.strapi.plugin('article-receiver').service<{ kick(): void }>('runner').kick();
  }

  it('waits with the field named, is written down once, and goes on once it is put right', async () => {
    const article = { title: 'There can be only one', description: 'Said.' };
    const first = makeDelivery({ article });
    await send(first);
    const second = makeDelivery({ article });
    const id = await send(second);
    const refused = await api.delivery(id);
    expect(refused).toMatchObject({ state: 'failed', reasonCode: 'siteTaken' });
    expect(refused.reason).toContain('headline');
    expect(Date.parse(refused.nextAttemptAt ?? '')).toBeGreaterThan(Date.now());
    expect(refused.attempts).toHaveLength(1);

    await itsTimeComes(id);
    await until('another look', async () => {
      const { nextAttemptAt } = await api.delivery(id);
      return Date.parse(nextAttemptAt ?? '') > Date.now();
    });
    expect((await api.delivery(id)).attempts).toHaveLength(1);

    const { documentId = '' } = (await noteOf(first)) ?? {};
    await notes().update({ documentId, data: { headline: 'Another one' } } as never);
    await itsTimeComes(id);
    await until('it to be applied', async () => (await api.delivery(id)).state === 'applied');
    expect(await noteOf(second)).toMatchObject({ headline: article.title });
  });

  it('says what is empty, leaves what is there, and stops nothing that is newer', async () => {
    const first = makeDelivery({ article: { description: 'There.' } });
    await send(first);
    const second = nextDelivery(first, { article: { title: 'Lacks', description: '' } });
    const id = await send(second);
    expect(await api.delivery(id)).toMatchObject({
      state: 'failed',
      reasonCode: 'siteLacks',
      reason: expect.stringContaining('remark') as string,
    });
    expect(await noteOf(first)).toMatchObject({ headline: first.article.title, remark: 'There.' });
    await send(nextDelivery(second, { article: { title: 'Goes on', description: 'Again.' } }));
    expect(await noteOf(first)).toMatchObject({ headline: 'Goes on', remark: 'Again.' });
    expect((await api.delivery(id)).state).toBe('superseded');
  });

  it('is left out where it is a list that is too short, and costs nothing else', async () => {
    const first = makeDelivery({ article: { keyTakeaways: ['One', 'Two'] } });
    await send(first);
    expect((await noteOf(first))?.points).toMatchObject([{ text: 'One' }, { text: 'Two' }]);
    const article = { title: 'With one alone', keyTakeaways: ['One'] };
    const { state, issues } = await api.delivery(await send(nextDelivery(first, { article })));
    expect(state).toBe('applied');
    expect(JSON.stringify(issues)).toContain('points takes 2 at least; it was left out');
    expect(await noteOf(first)).toMatchObject({ headline: 'With one alone', points: [] });
  });

  it.each([
    ['day', '2026-02-30', '2026-02-28'],
    ['day', '0000-01-01', '1000-01-01'],
    ['instant', '2026-02-30T08:00:00Z', '2026-02-28T08:00:00.000Z'],
    ['count', 3_000_000_000, 2_000_000_000],
    ['large', 1e300, '9007199254740991'],
    ['price', 100_000_000, 99_999_999],
    ['mail', 'a..b@example.org', 'a.b@example.org'],
    ['path', 'with a space', 'with-hyphens'],
  ])('is left out where it is a %s of %s, and costs nothing else', async (name, value, fits) => {
    const first = makeDelivery({ article: { keyTakeaways: [], [name]: value } });
    const { state, issues } = await api.delivery(await send(first));
    expect({ state, issues }).toMatchObject({
      state: 'applied',
      issues: [{ path: `article.extra.${name}` }],
    });
    expect((await noteOf(first))?.[name]).toBeNull();
    const second = nextDelivery(first, { article: { [name]: fits } });
    expect(await api.delivery(await send(second))).toMatchObject({ state: 'applied', issues: [] });
    expect((await noteOf(first))?.[name]).toBe(fits);
  });

  it('goes with its component once the service says nothing of that any more', async () => {
    const first = makeDelivery({ article: { seoTitle: 'Said once' } as object });
    await send(first);
    expect((await noteOf(first))?.seo).toMatchObject({ metaTitle: 'Said once' });
    const silent = nextDelivery(first, { article: { seoTitle: null } as object });
    const trial = await api.delivery(await send(silent));
    expect(trial).toMatchObject({ state: 'applied', reason: null });
    expect((await noteOf(first))?.seo).toBeNull();
    await send(nextDelivery(silent, { article: { seoTitle: 'Said again' } as object }));
    expect((await noteOf(first))?.seo).toMatchObject({ metaTitle: 'Said again' });
  });

  it('is not asked for where a form was open that has the component still', async () => {
    const first = makeDelivery({ article: { seoTitle: 'Said once' } as object });
    await send(first);
    const forms = contentManager(site, NOTE);
    const form = await forms.open((await noteOf(first))?.documentId ?? '');
    expect(form.seo).toMatchObject({ metaTitle: 'Said once' });
    const silent = nextDelivery(first, { article: { seoTitle: null } as object });
    await send(silent);
    await forms.save(form, { remark: 'Ours.' });
    expect(await noteOf(first)).toMatchObject({ remark: 'Ours.', seo: null });
    const newer = nextDelivery(silent, { article: { title: 'Newer, and nothing is missing' } });
    expect(await api.delivery(await send(newer))).toMatchObject({ state: 'applied' });
    // What somebody wrote in it meanwhile is theirs, and is there again.
    await forms.save(form, { seo: { ...(form.seo as object), metaDescription: 'Ours.' } });
    expect((await noteOf(first))?.seo).toMatchObject({ metaDescription: 'Ours.' });
  });

  it('stays within a component in which an editor wrote something', async () => {
    const first = makeDelivery({ article: { seoTitle: 'Said once' } as object });
    await send(first);
    const note = await noteOf(first);
    const data = { seo: { ...note?.seo, metaDescription: 'Ours.' } };
    await notes().update({ documentId: note?.documentId, data } as never);
    const silent = nextDelivery(first, { article: { seoTitle: null } as object });
    expect(await api.delivery(await send(silent))).toMatchObject({
      state: 'failed',
      reasonCode: 'siteLacks',
      reason: expect.stringContaining('seo.metaTitle') as string,
    });
    expect((await noteOf(first))?.seo).toMatchObject({ metaDescription: 'Ours.' });
  });
});

it('a publication is not refused for what is empty in a component that only an open form still had', async () => {
  const seo = { fields: { metaTitle: 'extra.seoTitle' } };
  const target = { type: POST, fields: { title: 'title', slug: 'slug', feedId: 'id', seo } };
  const site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
  try {
    const posts = ownPosts(site);
    const forms = contentManager(site, POST);
    const first = makeDelivery({ article: { seoTitle: 'Said once' } as object });
    await posts.send(first);
    const form = await forms.open((await posts.draftOf(first)).documentId, 'en');
    const silent = nextDelivery(first, { article: { seoTitle: null } as object });
    await posts.send(silent);
    await forms.save(form, { excerpt: 'Ours.' }, { locale: 'en' });
    const event = 'article.status_changed';
    const id = await posts.send(nextDelivery(silent, { event, article: { status: 'published' } }));
    expect(await adminApi(site).delivery(id)).toMatchObject({ state: 'applied', reason: null });
  } finally {
    await site.destroy();
  }
});
