import { contentManager } from '../support/people/content-manager';
import { makeDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';

const TAG = 'plugin::article-receiver.tag';

describe('the slugs of tags whose names lead to the same one', () => {
  let site: Site;
  let runs = 0;
  let word: string;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());
  beforeEach(() => {
    word = `w${String.fromCharCode(97 + (runs += 1))}`;
  });

  const documents = () => site.strapi.documents(TAG);

  async function arrive(...tags: string[]): Promise<void> {
    await site.deliver(makeDelivery({ article: { tags } }));
    await site.settle();
  }

  /** The slugs by their names. */
  async function slugs(): Promise<Record<string, string | null | undefined>> {
    const found = await documents().findMany({ filters: { name: { $contains: word } } });
    return Object.fromEntries(found.map(({ name, slug }) => [name ?? '', slug]));
  }

  const hashed = (stem: string) => expect.stringMatching(new RegExp(`^${stem}-[0-9a-f]{6}$`));

  it.each([
    ['the plain one first', [0, 1, 2]],
    ['the plain one last', [2, 1, 0]],
    ['the plain one between', [1, 0, 2]],
  ])('do not tell which came first: %s', async (_order, order) => {
    const names = [`${word}-ueber-uns`, `${word} ueber uns`, `${word} über uns`];
    for (const place of order) await arrive(names[place] ?? '');
    const plain = `${word}-ueber-uns`;
    expect(await slugs()).toEqual({
      [plain]: plain,
      [`${word} ueber uns`]: hashed(plain),
      [`${word} über uns`]: hashed(plain),
    });
  });

  it('do not either where one delivery brings both', async () => {
    await arrive(`${word} over`, `${word}-over`);
    expect(await slugs()).toEqual({
      [`${word}-over`]: `${word}-over`,
      [`${word} over`]: hashed(`${word}-over`),
    });
  });

  it('are not brought back by a form that was open while a tag made way', async () => {
    await arrive(`${word} over`);
    const forms = contentManager(site, TAG);
    const made = await documents().findFirst({ filters: { name: `${word} over` } });
    const form = await forms.open(made?.documentId ?? '');
    await arrive(`${word}-over`);
    await forms.save(form, { name: `${word} over ice` });
    expect(await slugs()).toEqual({
      [`${word}-over`]: `${word}-over`,
      [`${word} over ice`]: hashed(`${word}-over`),
    });
    await forms.save(await forms.open(form.documentId), { slug: `${word}-by-hand` });
    expect(await slugs()).toMatchObject({ [`${word} over ice`]: `${word}-by-hand` });
  });

  it('stay where a person made the tag, or gave it the slug', async () => {
    await documents().create({ data: { name: `${word} over`, slug: `${word}-over` } as never });
    await arrive(`${word} tea`, `${word}-over`);
    const made = await documents().findFirst({ filters: { name: `${word} tea` } });
    const given = { name: 'By a person', slug: `${word}-oil` } as never;
    await documents().update({ documentId: made?.documentId ?? '', data: given });
    await arrive(`${word}-oil`);
    expect(await slugs()).toEqual({
      [`${word} over`]: `${word}-over`,
      [`${word}-over`]: hashed(`${word}-over`),
      [`${word}-oil`]: hashed(`${word}-oil`),
    });
  });
});
