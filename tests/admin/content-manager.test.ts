import { bootSite, type Site } from '../support/site/site';

interface Configuration {
  settings: { mainField: string; defaultSortBy: string };
  layouts: { list: string[]; edit: { name: string; size: number }[][] };
  metadatas: Record<
    string,
    { edit: { label?: string; editable?: boolean; mainField?: string }; list: object }
  >;
}

const UIDS = ['article', 'campaign', 'media-asset', 'tag'].map(
  (name) => `plugin::article-receiver.${name}`,
);
const [ARTICLE = ''] = UIDS;

/** Attributes that Strapi adds itself and shows in its own places. */
const STRAPI_OWN = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'createdBy',
  'updatedBy',
  'locale',
  'localizations',
]);

/** Strapi shows a relation's main field there, but does not take it back. */
const withoutMainField = (list: object): object =>
  Object.fromEntries(Object.entries(list).filter(([key]) => key !== 'mainField'));

describe('the Content Manager', () => {
  let site: Site;

  const path = (uid: string) => `/content-manager/content-types/${uid}/configuration`;
  const configurationOf = async (uid: string): Promise<Configuration> => {
    const response = await site.request
      .get(path(uid))
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .expect(200);
    return (response.body as { data: { contentType: Configuration } }).data.contentType;
  };
  const attributesOf = (uid: string) =>
    Object.keys(
      (site.strapi.contentTypes[uid as never] as { attributes: object }).attributes,
    ).filter((name) => !STRAPI_OWN.has(name));

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it.each([
    ['article', 'title', ['title', 'needsAttention', 'campaign', 'plannedForDate', 'updatedAt']],
    ['campaign', 'name', ['name', 'language', 'sourceId']],
    ['media-asset', 'alt', ['file', 'alt', 'kind', 'contentType', 'byteSize']],
    ['tag', 'name', ['name', 'slug']],
  ])('lists entries of %s by %s', async (name, mainField, columns) => {
    const { settings, layouts } = await configurationOf(`plugin::article-receiver.${name}`);
    expect(settings.mainField).toBe(mainField);
    expect(layouts.list).toEqual(columns);
  });

  it.each(UIDS)('shows what can be written of %s once, with a label, in full rows', async (uid) => {
    const { layouts, metadatas } = await configurationOf(uid);
    const shown = layouts.edit.flat().map(({ name }) => name);
    const expected = attributesOf(uid).filter(
      (name) => uid !== ARTICLE || metadatas[name]?.edit.editable,
    );
    expect([...shown].sort()).toEqual(expected.sort());
    for (const row of layouts.edit) {
      expect(row.reduce((width, { size }) => width + size, 0)).toBe(12);
    }
    for (const name of shown) expect(metadatas[name]?.edit.label).toMatch(/^[A-Zl][^_]+$/);
  });

  it('lets editors change what they write, and only that', async () => {
    const { metadatas } = await configurationOf(ARTICLE);
    const editable = attributesOf(ARTICLE).filter((name) => metadatas[name]?.edit.editable);
    expect(editable.sort()).toEqual(
      [
        'articleType',
        'author',
        'category',
        'content',
        'description',
        'frontmatterDate',
        'heroImage',
        'heroImageAlt',
        'jsonLd',
        'keyTakeaways',
        'keywords',
        'language',
        'llmsTxt',
        'slug',
        'tags',
        'title',
        'tldr',
      ].sort(),
    );
  });

  it('has inputs of its own for articles, over columns that stay what they are', async () => {
    const attributes = site.strapi.contentTypes[ARTICLE as never] as {
      attributes: Record<string, { type: string; customField?: string }>;
    };
    const { title, keyTakeaways, keywords, jsonLd, llmsTxt } = attributes.attributes;
    const custom = (type: string, name: string) =>
      expect.objectContaining({ type, customField: `plugin::article-receiver.${name}` });
    expect(title).toEqual(custom('text', 'line'));
    expect(keyTakeaways).toEqual(custom('json', 'list'));
    expect(keywords).toEqual(custom('json', 'chips'));
    expect(jsonLd).toEqual(custom('json', 'structured-data'));
    expect(llmsTxt).toEqual(custom('text', 'llms-txt'));
  });

  it('names related entries by what people know them by', async () => {
    const { metadatas } = await configurationOf(ARTICLE);
    const names = ['tags', 'campaign', 'images'].map((name) => metadatas[name]?.edit.mainField);
    expect(names).toEqual(['name', 'name', 'alt']);
  });

  it('keeps its views through a restart, and what an administrator changed in them', async () => {
    const before = await configurationOf(ARTICLE);
    const [first = [], ...rest] = before.layouts.edit;
    const { settings, metadatas } = before;
    const changed = {
      settings,
      metadatas: Object.fromEntries(
        Object.entries(metadatas)
          .filter(([name]) => name !== 'documentId')
          .map(([name, { edit, list }]) => [name, { edit, list: withoutMainField(list) }]),
      ),
      layouts: { list: ['title', 'author', 'language', 'slug'], edit: [...rest, first] },
    };
    await site.request
      .put(path(ARTICLE))
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .send(changed)
      .expect(200);

    await site.restart();

    const after = await configurationOf(ARTICLE);
    expect(after.layouts).toEqual(changed.layouts);
    expect(after.metadatas).toEqual(before.metadatas);
    expect(await configurationOf(UIDS[1] ?? '')).toMatchObject({ settings: { mainField: 'name' } });
  });
});
