import { rm } from 'node:fs/promises';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { arriveTogether } from '../../support/feed/event-log';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const AUTHOR = 'api::author.author';
const PUBLISHED = { event: 'article.status_changed' };

interface Author {
  documentId: string;
  name: string;
  bio: string | null;
  website: string | null;
}

let site: Site;
let posts: ReturnType<typeof ownPosts>;
let types: string;
let count = 0;

beforeAll(async () => {
  types = await ownTypesWith('author', { website: { type: 'string' } });
  const author = { from: 'author', match: 'name', create: { bio: 'description' } };
  const target = { ...POST_TARGET, fields: { ...POST_TARGET.fields, author } };
  site = await bootSite({ types, pluginConfig: { target } });
  posts = ownPosts(site);
});
afterAll(async () => {
  await site?.destroy();
  await rm(types, { recursive: true, force: true });
});

const authors = () => site.strapi.documents(AUTHOR as never);

/** A published article whose author was made for it. */
async function published() {
  count += 1;
  const article = { author: `Author ${count}`, description: 'First.', status: 'published' };
  const first = makeDelivery({ ...PUBLISHED, article });
  await posts.send(first);
  const { documentId } = (await posts.draftOf(first)).author as Author;
  return { first, documentId };
}

const revised = (first: ReturnType<typeof makeDelivery>, description: string) =>
  nextDelivery(first, { ...PUBLISHED, article: { status: 'published', description } });

const author = async (documentId: string, status: 'draft' | 'published') =>
  (await authors().findOne({ documentId, status } as never)) as unknown as Author | null;

const edit = (documentId: string, data: Partial<Author>) =>
  authors().update({ documentId, data } as never);

describe('an entry that an article leads to, with drafts of its own', () => {
  it('goes out with what the feed says of it', async () => {
    const { first, documentId } = await published();
    await posts.send(revised(first, 'Second.'));
    expect(await author(documentId, 'draft')).toMatchObject({ bio: 'Second.' });
    expect(await author(documentId, 'published')).toMatchObject({ bio: 'Second.' });
  });

  it('keeps in its draft what an editor changed there of the feed’s', async () => {
    const { first, documentId } = await published();
    await edit(documentId, { bio: 'Not ready yet' });
    await posts.send(revised(first, 'Second.'));
    expect(await author(documentId, 'draft')).toMatchObject({ bio: 'Not ready yet' });
    expect(await author(documentId, 'published')).toMatchObject({ bio: 'First.' });
  });

  it('does not go out with what an editor has not published, and follows the feed all the same', async () => {
    const { first, documentId } = await published();
    await edit(documentId, { website: 'Not ready yet' });
    const second = revised(first, 'Second.');
    await posts.send(second);
    expect(await author(documentId, 'draft')).toMatchObject({
      bio: 'Second.',
      website: 'Not ready yet',
    });
    expect(await author(documentId, 'published')).toMatchObject({ bio: 'Second.', website: null });
    await authors().discardDraft({ documentId } as never);
    await posts.send(revised(second, 'Third.'));
    expect(await author(documentId, 'draft')).toMatchObject({ bio: 'Third.', website: null });
    expect(await author(documentId, 'published')).toMatchObject({ bio: 'Third.' });
  });

  it('stays unpublished where an editor unpublished it', async () => {
    const { first, documentId } = await published();
    await authors().unpublish({ documentId } as never);
    await posts.send(revised(first, 'Second.'));
    expect(await author(documentId, 'published')).toBeNull();
    expect(await author(documentId, 'draft')).toMatchObject({ bio: 'Second.' });
  });

  it('has what the service said last, also where several deliveries that name it arrive together', async () => {
    const { first, documentId } = await published();
    // Another article says the same, then something else, then the same again.
    const { author: name } = first.article as { author?: string };
    const article = { author: name, description: 'First.', status: 'published' };
    const same = makeDelivery({ ...PUBLISHED, article });
    const other = revised(same, 'Second.');
    const last = revised(other, 'First.');
    await arriveTogether(site, [same, other, last]);
    expect(await author(documentId, 'draft')).toMatchObject({ bio: 'First.' });
    expect(await author(documentId, 'published')).toMatchObject({ bio: 'First.' });
    // It is nobody's edit: what comes next is written.
    await posts.send(revised(last, 'Third.'));
    expect(await author(documentId, 'draft')).toMatchObject({ bio: 'Third.' });
  });
});
