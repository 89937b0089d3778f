import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { makeImage } from '../../support/feed/images';
import { ownPosts, type Post } from '../../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const { changedAt, ...withoutClock } = POST_TARGET.fields;

let site: Site;
let posts: ReturnType<typeof ownPosts>;
let forms: ReturnType<typeof contentManager>;

beforeAll(async () => {
  // Nothing in these entries tells which delivery they show.
  expect(changedAt).toBe('updatedAt');
  const target = { ...POST_TARGET, fields: withoutClock };
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
  posts = ownPosts(site);
  forms = contentManager(site, POST);
});
afterAll(() => site?.destroy());

/** An entry whose form was opened, and the delivery that came in while it was open. */
async function opened(
  changes: Partial<WireDelivery['article']>,
  before: Partial<WireDelivery['article']> = {},
) {
  const first = makeDelivery({ article: before });
  await posts.send(first);
  const { documentId } = await posts.draftOf(first);
  const form = await forms.open(documentId, 'en');
  const second = nextDelivery(first, { article: changes });
  await posts.send(second);
  return { first, second, form, documentId };
}

interface Label {
  documentId: string;
  label: string;
}

const save = (form: Parameters<typeof forms.save>[0], changes: object, headers = {}) =>
  forms.save(form, { ...changes }, { locale: 'en', headers });

describe('a form of the site’s own type that was open while a delivery arrived', () => {
  it('saves what the editor changed, and keeps what the service did', async () => {
    const { first, second, form } = await opened({
      title: 'Newer',
      content: 'Newer text.',
      keywords: ['new'],
      reviewScore: 4.5,
      frontmatterDate: '2026-10-01',
    });
    await save(form, { excerpt: 'Ours.' });
    const draft = await posts.draftOf(first);
    expect(draft).toMatchObject({
      title: 'Newer',
      excerpt: 'Ours.',
      keywords: ['new'],
      publishedOn: '2026-10-01',
      seo: { metaTitle: 'Newer' },
    });
    expect(JSON.stringify(draft.body)).toContain('Newer text.');
    await posts.send(nextDelivery(second, { article: { title: 'Newest', description: 'D.' } }));
    expect(await posts.draftOf(first)).toMatchObject({ title: 'Newest', excerpt: 'Ours.' });
  });

  it('keeps the newer parts of a component beside the editor’s', async () => {
    const { first, form } = await opened({ title: 'Newer', description: 'Newer.' });
    const seo = form.seo as object;
    await save(form, { seo: { ...seo, noIndex: true, metaDescription: 'Ours.' } });
    expect((await posts.draftOf(first)).seo).toMatchObject({
      metaTitle: 'Newer',
      metaDescription: 'Ours.',
      noIndex: true,
    });
  });

  it('keeps newer lists, with what the editor did where the feed does not reach', async () => {
    const { first, form } = await opened(
      { keyTakeaways: ['Newer', 'Two', 'Three'], tldr: 'Newer.' },
      { keyTakeaways: ['One', 'Two'] },
    );
    const [one, two] = form.takeaways as object[];
    const sections = form.sections as object[];
    await save(form, {
      takeaways: [{ ...one, remark: 'ours' }, two],
      sections: [{ __component: 'blocks.banner', text: 'Sale' }, ...sections],
    });
    const draft = await posts.draftOf(first);
    expect(draft.takeaways).toMatchObject([
      { text: 'Newer', remark: 'ours' },
      { text: 'Two' },
      { text: 'Three' },
    ]);
    expect(draft.sections).toMatchObject([
      { __component: 'blocks.banner', text: 'Sale' },
      { __component: 'blocks.rich-text', body: 'Newer.' },
    ]);
  });

  it('can be saved when the service took parts of a list away', async () => {
    const { first, form } = await opened(
      { keyTakeaways: ['One'] },
      { keyTakeaways: ['One', 'Two'] },
    );
    await save(form, { excerpt: 'Ours.' });
    expect((await posts.draftOf(first)).takeaways).toMatchObject([{ text: 'One' }]);
    const again = await opened({ keyTakeaways: ['One'] }, { keyTakeaways: ['One', 'Two'] });
    const [one, two] = again.form.takeaways as object[];
    await save(again.form, { takeaways: [two, one] });
    expect((await posts.draftOf(again.first)).takeaways).toMatchObject([
      { text: 'Two' },
      { text: 'One' },
    ]);
  });

  it('can be saved when the service took away what an entry was put beside', async () => {
    const tags = { tags: ['first', 'last'] };
    const { first, form, documentId } = await opened({ tags: ['other'] }, tags);
    const labels = site.strapi.documents('api::label.label' as never);
    const find = async (label: string) =>
      (await labels.findFirst({ filters: { label } } as never)) as unknown as Label;
    const ours = (await labels.create({
      data: { label: 'ours', handle: 'ours' },
    } as never)) as unknown as Label;
    const [last, other] = [await find('last'), await find('other')];
    // As a form says where somebody dragged it to: before one that was there when it was opened.
    const put = (label: Label, before: Label) => ({
      labels: {
        connect: [{ ...label, position: { before: before.documentId, status: 'draft' } }],
        disconnect: [],
      },
    });
    const shown = async () =>
      ((await posts.draftOf(first)).labels as Label[]).map(({ label }) => label);
    await save(form, { ...put(ours, last), excerpt: 'Ours.' });
    expect(await shown()).toEqual(['other', 'ours']);
    expect(await posts.draftOf(first)).toMatchObject({ excerpt: 'Ours.' });
    // Beside what is there, it goes where it was put.
    await save(await forms.open(documentId, 'en'), put(ours, other));
    expect(await shown()).toEqual(['ours', 'other']);
  });

  it('keeps newer images and relations', async () => {
    const hero = await makeImage({ color: '#445566' }, { kind: 'hero' });
    const other = await makeImage({ color: '#665544' }, { kind: 'hero' });
    const { first, form } = await opened(
      { heroImageUrl: other.url, images: [other], category: 'tea', tags: ['green'] },
      { heroImageUrl: hero.url, images: [hero], category: 'coffee', tags: ['black'] },
    );
    const [label] = await site.strapi
      .documents('api::label.label' as never)
      .findMany({ filters: { label: 'black' } } as never);
    const { documentId = '' } = (label ?? {}) as { documentId?: string };
    await save(form, { labels: { connect: [{ documentId }], disconnect: [] } });
    const draft = await posts.draftOf(first);
    const alone = JSON.stringify([draft.cover, draft.gallery]);
    expect(draft).toMatchObject({ category: { name: 'tea' } });
    expect((draft.labels as { label: string }[]).map((each) => each.label).sort()).toEqual([
      'black',
      'green',
    ]);
    const files = await site.strapi.db.query('plugin::upload.file').findMany();
    const nameOf = (id: unknown) => files.find((file) => file.id === id)?.name as string;
    expect(nameOf((draft.cover as { id: number }).id)).toBeDefined();
    expect(alone).not.toContain((form.cover as { hash: string }).hash);
  });

  it('keeps what a client with whole documents did not change either', async () => {
    const first = makeDelivery({ article: { tags: ['black'] } });
    await posts.send(first);
    const { documentId, ...whole } = await posts.draftOf(first);
    await posts.send(nextDelivery(first, { article: { title: 'Newer', tags: ['green'] } }));
    const labels = (whole.labels as { documentId: string }[]).map((label) => label.documentId);
    await posts.edit(documentId, { ...whole, labels: { set: labels }, excerpt: 'Ours.' });
    expect(await posts.draftOf(first)).toMatchObject({
      title: 'Newer',
      excerpt: 'Ours.',
      labels: [{ label: 'green' }],
    });
  });

  it('keeps an older text that somebody put back who has seen the newer one', async () => {
    const { first, documentId } = await opened({ title: 'Newer' });
    const form = await forms.open(documentId, 'en');
    const headers = { 'x-article-receiver-opened': form.updatedAt };
    await save(form, { title: first.article.title }, headers);
    expect(await posts.draftOf(first)).toMatchObject({ title: first.article.title });
  });
});

describe('a form of a translation that an editor wrote', () => {
  it('brings no older value of a field that all locales share, which is said meanwhile', async () => {
    await site.destroy();
    // The one field of these entries that has the same value in each locale.
    const fields = { title: 'title', slug: 'slug', feedId: 'tldr' };
    const target = { type: POST, fields };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
    forms = contentManager(site, POST);
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    const own = () => site.strapi.documents(POST as never);
    const first = makeDelivery({ article: { tldr: 'Older' } });
    await ownPosts(site).send(first);
    const { documentId } = (await own().findFirst({ locale: 'en' } as never)) as never as Post;
    await ownPosts(site).edit(documentId, { title: 'Deutsch', feedId: 'Older' }, 'de');
    const form = await forms.open(documentId, 'de');
    await ownPosts(site).send(nextDelivery(first, { article: { tldr: 'Newer' } }));
    const changes = async (locale: string) =>
      (
        await adminApi(site).get(
          `/articles/${documentId}/changes?since=${form.updatedAt}&locale=${locale}`,
        )
      ).body as { data: { fields: string[] } };
    expect((await changes('de')).data.fields).toEqual(['feedId']);
    await forms.save(form, { title: 'Noch deutscher' }, { locale: 'de' });
    for (const locale of ['en', 'de']) {
      const entry = await own().findOne({ documentId, locale } as never);
      expect(entry).toMatchObject({
        feedId: 'Newer',
        title: locale === 'en' ? first.article.title : 'Noch deutscher',
      });
    }
  });
});
