import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST } from '../../support/articles/own-types';
import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { bootSite, type Site } from '../../support/site/site';

const ADDRESS = 'https://example.org';
const TARGET = {
  type: POST,
  fields: {
    ...{ title: 'title', slug: 'slug', feedId: 'id', formerSlugs: 'previousSlugs' },
    ...{ source: { text: `${ADDRESS}/{slug}` }, excerpt: 'tldr' },
  },
};

describe('what a mapping makes of the slug', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: TARGET } });
    posts = ownPosts(site);
  });
  afterAll(() => site?.destroy());

  const published = (delivery: WireDelivery) =>
    nextDelivery(delivery, {
      event: 'article.status_changed',
      article: { status: 'published' },
    });

  async function versions({ article: { id } }: WireDelivery) {
    const [draft, readers] = [await posts.find(id, 'draft'), await posts.find(id, 'published')];
    return [draft, readers].map((one) => [one?.slug, one?.source, one?.excerpt]);
  }

  async function save(delivery: WireDelivery, changes: object, publish: boolean) {
    const forms = contentManager(site, POST);
    const { documentId } = await posts.draftOf(delivery);
    const form = await forms.open(documentId, 'en');
    await forms.save(form, { ...changes }, { locale: 'en', publish });
    await site.settle();
  }

  const unchanged = async () =>
    (await adminApi(site).post('/rebuild', { dryRun: true })).body as { data: unknown };

  it('follows a slug that an editor publishes, for readers too', async () => {
    const delivery = makeDelivery({ article: { slug: 'first', tldr: 'Short' } });
    await posts.send(delivery, published(delivery));
    await save(delivery, { slug: 'own' }, true);
    const own = ['own', `${ADDRESS}/own`, 'Short'];
    expect(await versions(delivery)).toEqual([own, own]);
    expect((await unchanged()).data).toMatchObject({ changes: [] });
    // And another one, of which readers know by now.
    await save(delivery, { slug: 'another' }, true);
    const another = ['another', `${ADDRESS}/another`, 'Short'];
    expect(await versions(delivery)).toEqual([another, another]);
    expect((await unchanged()).data).toMatchObject({ changes: [] });
  });

  it('publishes nothing of an editor’s: neither a slug nor a text that is not public', async () => {
    const delivery = makeDelivery({ article: { slug: 'kept', tldr: 'Short' } });
    await posts.send(delivery, published(delivery));
    await save(delivery, { slug: 'not-yet' }, false);
    const readers = ['kept', `${ADDRESS}/kept`, 'Short'];
    expect((await versions(delivery))[1]).toEqual(readers);
    await save(delivery, { source: 'By hand', excerpt: 'Own' }, false);
    await adminApi(site).post('/rebuild', {});
    await site.settle();
    expect(await versions(delivery)).toEqual([['not-yet', 'By hand', 'Own'], readers]);
  });

  it('stays as an editor has published it', async () => {
    const delivery = makeDelivery({ article: { slug: 'old', tldr: 'Short' } });
    await posts.send(delivery, published(delivery));
    const source = `${ADDRESS}/old`;
    await save(delivery, { slug: 'new' }, true);
    await save(delivery, { source }, true);
    const theirs = ['new', source, 'Short'];
    expect(await versions(delivery)).toEqual([theirs, theirs]);
    expect((await unchanged()).data).toMatchObject({ changes: [] });
  });
});
