import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { NOTE_TARGET, OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const PUBLISHED = { event: 'article.status_changed', article: { status: 'published' } };

/** An editor's unpublished edits that nobody watched being made: they hold a publication all the same. */
describe('what an editor has not published yet', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;

  beforeEach(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    posts = ownPosts(site);
  });
  afterEach(() => site?.destroy());

  const entries = () => site.strapi.documents(POST as never);
  const restart = async (target: object) => {
    await site.restart({ target });
    posts = ownPosts(site);
  };
  const held = async (delivery: WireDelivery): Promise<string[]> => {
    const sent = await site.deliver(delivery);
    await site.settle();
    const id = sent.body.data?.deliveryId ?? '';
    const { state, reasonCode, reasonValues } = (await adminApi(site).delivery(id)) as {
      state: string;
      reasonCode?: string;
      reasonValues?: { fields?: string[] };
    };
    expect({ state, reasonCode }).toEqual({ state: 'parked', reasonCode: 'publicationHeld' });
    return reasonValues?.fields ?? [];
  };
  const noteOf = async ({ article }: WireDelivery) =>
    (await posts.find(article.id, 'published'))?.note;

  it('of an entry that is adopted', async () => {
    const first = makeDelivery();
    const data = { feedId: first.article.id, title: 'Imported', note: 'public' };
    const { documentId } = (await entries().create({
      data,
      locale: 'en',
      status: 'published',
    } as never)) as { documentId: string };
    await posts.edit(documentId, { note: 'not ready yet' });
    await posts.send(first);
    expect(await held(nextDelivery(first, PUBLISHED))).toContain('note');
    expect(await noteOf(first)).toBe('public');
  });

  it('of a field that the mapping does not fill any more', async () => {
    const first = makeDelivery(PUBLISHED);
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { excerpt: 'Not ready yet' });
    const { excerpt, ...fields } = POST_TARGET.fields;
    expect(excerpt).toBeDefined();
    await restart({ ...POST_TARGET, fields });
    const next = nextDelivery(first, { ...PUBLISHED, article: { title: 'Newer' } });
    expect(await held(next)).toEqual(['excerpt']);
    expect((await posts.find(first.article.id, 'published'))?.excerpt).not.toBe('Not ready yet');
  });

  it('of an entry to which the site comes back from another type', async () => {
    const first = makeDelivery(PUBLISHED);
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await restart(NOTE_TARGET);
    const meanwhile = nextDelivery(first, { article: { title: 'New' } });
    await posts.send(meanwhile);
    await posts.edit(documentId, { note: 'not ready yet' });
    await restart(POST_TARGET);
    const next = nextDelivery(meanwhile, { ...PUBLISHED, article: { title: 'Newer' } });
    expect(await held(next)).toEqual(['note']);
    expect(await noteOf(first)).toBeNull();
  });
});
