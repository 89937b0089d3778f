import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const CHANGED = 'article.status_changed';

let site: Site;

beforeAll(async () => {
  site = await bootSite();
});
afterAll(() => site?.destroy());

const articles = () => site.strapi.documents(ARTICLE);

const send = (...deliveries: WireDelivery[]): Promise<string> => arriveInTurn(site, ...deliveries);

async function shown({ article }: WireDelivery, status: 'draft' | 'published') {
  const found = await articles().findFirst({
    filters: { sourceId: article.id },
    status,
    populate: { heroImage: true },
  });
  if (!found) throw new Error(`nothing is shown as ${status}`);
  return found;
}

/** An article that is published, with a newer draft of the feed's. */
async function withNewerDraft() {
  const hero = await makeImage({ color: '#345678' }, { kind: 'hero' });
  const article = { title: 'Old', status: 'published', heroImageUrl: hero.url, images: [hero] };
  const old = makeDelivery({ event: CHANGED, article });
  const newer = nextDelivery(old, {
    event: 'article.ready',
    article: { title: 'New', status: 'draft' },
  });
  await send(old, newer);
  return { newer, ...(await shown(newer, 'draft')) };
}

const loseHero = async (newer: WireDelivery) => {
  const { heroImage } = await shown(newer, 'draft');
  await site.strapi.plugin('upload').service('upload').remove(heroImage);
};

describe('what an editor published by hand, newer than what the service had published', () => {
  it('stays when the file of an image was deleted and comes back', async () => {
    const { newer, documentId } = await withNewerDraft();
    expect(await shown(newer, 'published')).toMatchObject({ title: 'Old' });
    await articles().publish({ documentId });
    await loseHero(newer);
    await send(nextDelivery(newer, { article: { tldr: 'Newer still.' } }));
    expect(await shown(newer, 'draft')).toMatchObject({ heroImage: { url: expect.any(String) } });
    expect(await shown(newer, 'published')).toMatchObject({ title: 'New' });
  });

  it('makes way for what the service publishes next', async () => {
    const { newer, documentId } = await withNewerDraft();
    await articles().publish({ documentId });
    await loseHero(newer);
    const next = nextDelivery(newer, {
      event: CHANGED,
      article: { title: 'Newest', status: 'published' },
    });
    await send(next);
    expect(await shown(newer, 'published')).toMatchObject({ title: 'Newest' });
    const draft = nextDelivery(next, {
      event: 'article.ready',
      article: { title: 'Not yet', status: 'draft' },
    });
    await send(draft);
    await loseHero(newer);
    await send(nextDelivery(draft));
    // That is the service's own again: its file comes back with what it published.
    expect(await shown(newer, 'published')).toMatchObject({
      title: 'Newest',
      heroImage: { url: expect.any(String) },
    });
  });
});
