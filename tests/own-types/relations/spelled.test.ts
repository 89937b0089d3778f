import { makeDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const AUTHOR = 'api::author.author';

let site: Site;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
});
afterAll(() => site?.destroy());

describe('an entry of the site’s own', () => {
  it.each([
    ['accents as characters of their own', 'René Gül'.normalize('NFD'), 'René Gül'],
    ['the same in capital letters', 'ZOË ÅS'.normalize('NFD'), 'Zoë Ås'],
    ['a blank at which no line breaks', 'Ana\u00a0Ruiz', 'Ana Ruiz'],
    ['accents that the service has so', 'Désirée Nuñez', 'Désirée Nuñez'.normalize('NFD')],
    ['a blank behind its name', 'Ann Smith ', 'Ann Smith'],
    ['a blank before its name', ' Bob Jones', 'bob jones'],
  ])('is found by its name with %s, and none is made beside it', async (_, name, author) => {
    const authors = site.strapi.documents(AUTHOR as never);
    const { documentId } = await authors.create({ data: { name }, status: 'published' } as never);
    const before = await authors.count({} as never);
    const delivery = makeDelivery({ article: { author } });
    const posts = ownPosts(site);
    await posts.send(delivery);
    expect(await posts.draftOf(delivery)).toMatchObject({ author: { documentId, name } });
    expect(await authors.count({} as never)).toBe(before);
  });
});
