import { makeDelivery, nextWord } from '../support/feed/deliveries';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const UID = 'plugin::article-receiver.article';

interface Told {
  event: string;
  uid: string;
  title: string;
  /** What a reader found when it was told. */
  shown: string | undefined;
}

describe("Strapi's own events of an article", () => {
  let site: Site;
  const told: Told[] = [];
  const first = makeDelivery({
    event: 'article.status_changed',
    article: { title: 'First', status: 'published' },
  });
  const second = nextWord(first, 'published', { title: 'Second' });

  const shownTitle = async () => {
    const { body } = await site.request.get(
      `/api/article-receiver/articles?filters[sourceId]=${first.article.id}`,
    );
    return (body as { data: { title: string }[] }).data[0]?.title;
  };
  const publications = () => told.map(({ event, title, shown }) => [event, title, shown]);

  beforeAll(async () => {
    site = await bootSite();
    await openToThePublic(site);
    for (const event of ['entry.publish', 'entry.unpublish', 'entry.delete']) {
      site.strapi.eventHub.on(event, async (about) => {
        const { uid, entry } = about as { uid: string; entry: { title: string } };
        if (uid === UID) told.push({ event, uid, title: entry.title, shown: await shownTitle() });
      });
    }
  });
  afterAll(() => site?.destroy());

  it('say what is online, also a newer text of it, once readers have it', async () => {
    for (const one of [first, second]) {
      await site.deliver(one);
      await site.settle();
    }
    await until('both events', () => told.length === 2);
    expect(publications()).toEqual([
      ['entry.publish', 'First', 'First'],
      ['entry.publish', 'Second', 'Second'],
    ]);
  });

  it('say when a campaign is called something else', async () => {
    const names: unknown[] = [];
    site.strapi.eventHub.on('entry.update', async (about) => {
      const { model, entry } = about as { model: string; entry: { name: string } };
      await Promise.resolve(model === 'campaign' && names.push(entry.name));
    });
    const { campaign } = second.article;
    const renamed = nextWord(second, 'published', { campaign: { ...campaign, name: 'Renamed' } });
    await site.deliver(renamed);
    await site.settle();
    await until('the event', () => names.length > 0);
    expect(names).toEqual(['Renamed']);
  });

  it('say what is offline, and what an editor deleted', async () => {
    told.length = 0;
    const archived = nextWord(nextWord(second, 'published'), 'archived', { title: 'Third' });
    await site.deliver(archived);
    await site.settle();
    await until('the event', () => told.length > 0);
    expect(publications()).toEqual([['entry.unpublish', 'Second', undefined]]);
    const { documentId = '' } =
      (await site.strapi.documents(UID).findFirst({ filters: { title: 'Third' } })) ?? {};
    await site.strapi.documents(UID).delete({ documentId });
    await until('the other event', () => told.length > 1);
    expect(publications().at(-1)).toEqual(['entry.delete', 'Third', undefined]);
  });
});
