import { makeDelivery, nextDelivery, nextWord } from '../support/feed/deliveries';
import { feedArticles } from '../support/articles/feed-articles';
import { bootSite, type Site } from '../support/site/site';

let site: Site;
let articles: ReturnType<typeof feedArticles>;

beforeAll(async () => {
  site = await bootSite();
  articles = feedArticles(site);
});
afterAll(() => site?.destroy());

describe('publication by hand', () => {
  it('stays when an editor unpublished, until the feed’s word changes', async () => {
    const first = makeDelivery();
    const second = nextWord(first, 'published');
    await articles.send(first, second);
    const { documentId } = await articles.draftOf(first);
    await articles.documents.unpublish({ documentId });
    const third = nextWord(second, 'published', { tldr: 'Revised.' });
    await articles.send(third);
    expect(await articles.find(first, 'published')).toBeNull();
    expect(await articles.draftOf(first)).toMatchObject({ tldr: 'Revised.' });
    const archived = nextWord(third, 'archived');
    await articles.send(archived, nextWord(archived, 'published'));
    expect(await articles.find(first, 'published')).toMatchObject({ tldr: 'Revised.' });
  });

  it('stays when an editor published and the feed never spoke of it', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const { documentId } = await articles.draftOf(first);
    await articles.documents.publish({ documentId });
    await articles.send(nextDelivery(first, { article: { tldr: 'Newer.' } }));
    expect(await articles.find(first, 'published')).toMatchObject({ tldr: first.article.tldr });
    expect(await articles.draftOf(first)).toMatchObject({ tldr: 'Newer.' });
  });

  it('stays when an editor published again what the feed had archived', async () => {
    const first = makeDelivery();
    const second = nextWord(first, 'published');
    const third = nextWord(second, 'archived');
    await articles.send(first, second, third);
    const { documentId } = await articles.draftOf(first);
    await articles.documents.publish({ documentId });
    await articles.send(nextDelivery(third, { article: { tldr: 'Still archived.' } }));
    expect(await articles.find(first, 'published')).not.toBeNull();
  });

  it('leaves the draft where the service took offline what an editor wants it to be again', async () => {
    const first = makeDelivery();
    const second = nextWord(first, 'published');
    await articles.send(first, second);
    const documentId = await articles.edit(first, { title: 'Theirs' });
    await articles.send(nextWord(second, 'archived'));
    // As the Content Manager does after it saw the article published.
    await articles.documents.discardDraft({ documentId });
    expect(await articles.draftOf(first)).toMatchObject({ documentId, title: 'Theirs' });
  });
});

describe('a publication of an older delivery, which came late', () => {
  it('leaves an editor’s field alone, in the draft and in what it publishes', async () => {
    const older = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    const newer = nextDelivery(older, {
      event: 'article.ready',
      article: { status: 'draft', tldr: 'Newer.' },
    });
    await articles.send(newer);
    await articles.edit(newer, { title: 'An editor’s title' });
    await articles.send(older);
    expect(await articles.find(older, 'published')).toMatchObject({
      title: 'An editor’s title',
      tldr: older.article.tldr,
    });
    expect(await articles.draftOf(older)).toMatchObject({
      title: 'An editor’s title',
      tldr: 'Newer.',
    });
  });
});
