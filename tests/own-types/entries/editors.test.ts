import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { eventually } from '../../support/eventually';
import { fileForms } from '../../support/people/file-forms';
import { makeImage, pictureBytes } from '../../support/feed/images';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const PUBLISHED = { event: 'article.status_changed' };

let site: Site;
let admin: ReturnType<typeof adminApi>;
let posts: ReturnType<typeof ownPosts>;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  admin = adminApi(site);
  posts = ownPosts(site);
});
afterAll(() => site?.destroy());

describe('what editors make of an entry of the site’s own type', () => {
  it('is not told of the service’s time stamps while a form is open, and takes them in', async () => {
    expect(POST_TARGET.fields.changedAt).toBe('updatedAt');
    const first = makeDelivery();
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    const forms = contentManager(site, POST);
    const form = await forms.open(documentId, 'en');
    const told = async () => {
      const query = `since=${form.updatedAt}&locale=en`;
      const { body } = await admin.get(`/articles/${documentId}/changes?${query}`);
      return (body as { data: { fields: string[]; at: number | null } }).data;
    };
    const second = nextDelivery(first);
    await posts.send(second);
    expect(await told()).toMatchObject({ fields: [], at: null });
    const third = nextDelivery(second, { article: { title: 'Newer' } });
    await posts.send(third);
    expect((await told()).fields.sort()).toEqual(['seo.metaTitle', 'title']);
    await forms.save(form, { note: 'ours' }, { locale: 'en' });
    expect(await posts.draftOf(first)).toMatchObject({
      title: 'Newer',
      note: 'ours',
      changedAt: third.article.updatedAt,
    });
  });

  it('makes way for what the service says by now where it is dropped', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { title: 'Not ready yet' });
    const article = { status: 'published', keyTakeaways: ['New'], description: 'Revised.' };
    await posts.send(nextDelivery(first, { ...PUBLISHED, article }));
    await site.strapi.documents(POST as never).discardDraft({ documentId, locale: 'en' } as never);
    await eventually(async () => {
      expect(await posts.find(first.article.id, 'published')).toMatchObject({
        title: first.article.title,
        excerpt: 'Revised.',
        takeaways: [{ text: 'New' }],
      });
    });
  });

  it('is offered no other text where a file in it was renamed or replaced', async () => {
    const image = await makeImage({ color: '#5a6b7c' }, { kind: 'inline' });
    const content = `Before\n\n![A cup](${image.url})`;
    const first = makeDelivery({ article: { images: [image], content } });
    await posts.send(first);
    const { documentId, body, gallery } = await posts.draftOf(first);
    const [, picture] = body as object[];
    const own = [{ type: 'paragraph', children: [{ type: 'text', text: 'Ours' }] }, picture];
    const forms = contentManager(site, POST);
    await forms.save(await forms.open(documentId, 'en'), { body: own }, { locale: 'en' });

    const [{ id = 0 } = {}] = gallery as { id: number }[];
    const dialogs = fileForms(site);
    await dialogs.save(await dialogs.open(id), { name: 'cup.png' });
    const second = nextDelivery(first, { article: { tldr: 'Newer.' } });
    await posts.send(second);
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
    const other = await pictureBytes({ color: '#7c6b5a', width: 900, height: 700 });
    await dialogs.replace(await dialogs.open(id), other);
    const third = nextDelivery(second, { article: { tldr: 'Newest.' } });
    await posts.send(third);
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
    expect((await posts.draftOf(first)).body).toEqual(own);

    const described = content.replace('A cup', 'Two cups');
    await posts.send(nextDelivery(third, { article: { content: described } }));
    expect(await admin.suggestionsOf(documentId)).toMatchObject([{ field: 'body' }]);
  });

  it('stays where the mapping does not reach', async () => {
    const first = makeDelivery();
    await posts.send(first);
    const { documentId, seo, takeaways } = await posts.draftOf(first);
    await posts.edit(documentId, {
      note: 'ours',
      seo: { id: seo?.id, noIndex: true },
      takeaways: takeaways.map(({ id }) => ({ id, remark: 'ours' })),
    });
    await posts.send(
      nextDelivery(first, { article: { title: 'New title', keyTakeaways: ['One', 'Two'] } }),
    );
    expect(await posts.draftOf(first)).toMatchObject({
      title: 'New title',
      note: 'ours',
      seo: { metaTitle: 'New title', noIndex: true },
      takeaways: [
        { text: 'One', remark: 'ours' },
        { text: 'Two', remark: null },
      ],
    });
  });

  it('stays with the item of a list that it is about, wherever the feed puts that', async () => {
    const first = makeDelivery({ article: { keyTakeaways: ['One', 'Two'] } });
    await posts.send(first);
    const { documentId, takeaways } = await posts.draftOf(first);
    await posts.edit(documentId, {
      takeaways: takeaways.map(({ id, text }) => ({ id, remark: `on ${text}` })),
    });
    const has = async () =>
      (await posts.draftOf(first)).takeaways.map(({ text, remark }) => [text, remark]);
    const second = nextDelivery(first, { article: { keyTakeaways: ['New', 'One', 'Two'] } });
    await posts.send(second);
    expect(await has()).toEqual([
      ['New', null],
      ['One', 'on One'],
      ['Two', 'on Two'],
    ]);
    const third = nextDelivery(second, { article: { keyTakeaways: ['Two', 'One'] } });
    await posts.send(third);
    expect(await has()).toEqual([
      ['Two', 'on Two'],
      ['One', 'on One'],
    ]);
    const fourth = nextDelivery(third, { article: { keyTakeaways: ['Two', 'One, revised'] } });
    await posts.send(fourth);
    await posts.send(nextDelivery(fourth, { article: { keyTakeaways: ['One, revised'] } }));
    expect(await has()).toEqual([['One, revised', 'on One']]);
  });

  it('stays with the items of a list while something older goes out', async () => {
    const older = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    const newer = nextDelivery(older, { event: 'article.ready', article: { status: 'draft' } });
    older.article.keyTakeaways = ['One', 'Two'];
    newer.article.keyTakeaways = ['New', 'One', 'Two'];
    await posts.send(newer);
    const { documentId, takeaways } = await posts.draftOf(newer);
    await posts.edit(documentId, {
      takeaways: takeaways.map(({ id, text }) => ({ id, remark: `on ${text}` })),
    });
    await posts.send(older);
    expect((await posts.find(older.article.id, 'published'))?.takeaways).toMatchObject([
      { text: 'One', remark: 'on One' },
      { text: 'Two', remark: 'on Two' },
    ]);
    expect((await posts.draftOf(newer)).takeaways).toMatchObject([
      { text: 'New', remark: 'on New' },
      { text: 'One', remark: 'on One' },
      { text: 'Two', remark: 'on Two' },
    ]);
  });

  it('stays in a dynamic zone between what the feed brings', async () => {
    const first = makeDelivery();
    await posts.send(first);
    const { documentId, sections } = await posts.draftOf(first);
    const [text] = sections;
    await posts.edit(documentId, {
      sections: [
        { __component: 'blocks.banner', text: 'Sale' },
        { __component: 'blocks.rich-text', id: text?.id, remark: 'ours' },
      ],
    });
    await posts.send(nextDelivery(first, { article: { tldr: 'New.' } }));
    expect((await posts.draftOf(first)).sections).toMatchObject([
      { __component: 'blocks.banner', text: 'Sale' },
      { __component: 'blocks.rich-text', body: 'New.', remark: 'ours' },
    ]);
  });

  it('stays in one part of a component, while the others follow the feed', async () => {
    const first = makeDelivery();
    await posts.send(first);
    const { documentId, seo } = await posts.draftOf(first);
    await posts.edit(documentId, { seo: { id: seo?.id, metaTitle: 'Edited' } });
    const second = nextDelivery(first, { article: { title: 'Feed', description: 'Newer' } });
    await posts.send(second);
    expect(await posts.draftOf(first)).toMatchObject({
      title: 'Feed',
      seo: { metaTitle: 'Edited', metaDescription: 'Newer' },
    });
    const [suggestion] = await admin.suggestionsOf(documentId);
    expect(suggestion).toMatchObject({ field: 'seo.metaTitle', value: 'Feed', current: 'Edited' });
    const answer = await admin.post(`/suggestions/${suggestion?.id}/accept`);
    expect(answer.status).toBe(200);
    expect((await posts.draftOf(first)).seo).toMatchObject({
      metaTitle: 'Feed',
      metaDescription: 'Newer',
    });
    await posts.send(nextDelivery(second, { article: { title: 'Newest' } }));
    expect((await posts.draftOf(first)).seo).toMatchObject({ metaTitle: 'Newest' });
  });

  it('is offered the feed’s list when both changed it', async () => {
    const first = makeDelivery();
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { takeaways: [{ text: 'Edited' }], labels: [] });
    await posts.send(
      nextDelivery(first, { article: { keyTakeaways: ['Feed'], tags: ['coffee', 'new'] } }),
    );
    const draft = await posts.draftOf(first);
    expect(draft).toMatchObject({ takeaways: [{ text: 'Edited' }], labels: [] });
    const open = await admin.suggestionsOf(documentId);
    expect(open.map(({ field }) => field).sort()).toEqual(['labels', 'takeaways']);
    const labels = open.find(({ field }) => field === 'labels');
    expect(Object.values(labels?.labels ?? {}).sort()).toEqual(['coffee', 'new']);
    for (const { id } of open) await admin.post(`/suggestions/${id}/accept`);
    expect(await posts.draftOf(first)).toMatchObject({
      takeaways: [{ text: 'Feed' }],
      labels: [{ label: 'coffee' }, { label: 'new' }],
    });
  });

  it('is offered entries that are made once somebody wants them', async () => {
    const first = makeDelivery();
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { labels: [] });
    const label = `offered ${documentId}`;
    await posts.send(nextDelivery(first, { article: { tags: [label] } }));
    const made = () => site.strapi.db.query('api::label.label').count({ where: { label } });
    expect(await made()).toBe(0);
    const [suggestion] = await admin.suggestionsOf(documentId);
    expect(Object.values(suggestion?.labels ?? {})).toEqual([label]);
    expect((await admin.post(`/suggestions/${suggestion?.id}/accept`)).status).toBe(200);
    expect(await posts.draftOf(first)).toMatchObject({ labels: [{ label }] });
    expect(await made()).toBeGreaterThan(0);
  });

  it('holds a re-publication that would take it along, until it is released', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await posts.send(first);
    const { documentId, seo } = await posts.draftOf(first);
    await posts.edit(documentId, { seo: { id: seo?.id, metaTitle: 'Edited' } });
    const deliveryId = await posts.send(nextDelivery(first, { article: { tldr: 'New.' } }));
    expect(await posts.stateOf(deliveryId)).toMatchObject({
      state: 'parked',
      reason: expect.stringContaining('seo.metaTitle'),
    });
    expect((await posts.find(first.article.id, 'published'))?.sections).toMatchObject([
      { body: 'Water first.' },
    ]);
    expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(202);
    await site.settle();
    expect(await posts.find(first.article.id, 'published')).toMatchObject({
      seo: { metaTitle: 'Edited' },
      sections: [{ body: 'New.' }],
    });
  });

  it.each([
    ['a field', { note: 'Not ready yet' }, 'note'],
    ['a part of a component', { seo: { noIndex: true } }, 'seo.noIndex'],
  ])(
    'holds a re-publication that would take %s along that the mapping does not reach',
    async (_, edits, named) => {
      const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
      await posts.send(first);
      const { documentId, seo } = await posts.draftOf(first);
      const own = 'seo' in edits ? { seo: { id: seo?.id, ...edits.seo } } : edits;
      await posts.edit(documentId, own);
      const second = nextDelivery(first, { article: { title: 'Newer' } });
      const deliveryId = await posts.send(second);
      expect(await posts.stateOf(deliveryId)).toMatchObject({
        state: 'parked',
        reason: expect.stringContaining(named),
      });
      expect(await posts.find(first.article.id, 'published')).toMatchObject({
        title: first.article.title,
        note: null,
        seo: { noIndex: false },
      });
      expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(202);
      await site.settle();
      expect(await posts.find(first.article.id, 'published')).toMatchObject({
        title: 'Newer',
        ...edits,
      });
      // What went out once keeps nothing back.
      const thirdId = await posts.send(nextDelivery(second, { article: { title: 'Newest' } }));
      expect(await posts.stateOf(thirdId)).toMatchObject({ state: 'applied' });
    },
  );

  it('holds a re-publication that would take a part of an item or a section of theirs along', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await posts.send(first);
    const { documentId, takeaways, sections } = await posts.draftOf(first);
    await posts.edit(documentId, {
      takeaways: takeaways.map((item) => ({ ...item, remark: 'Not ready yet' })),
      sections: [{ __component: 'blocks.banner', text: 'Not ready yet' }, ...sections],
    });
    const second = nextDelivery(first, { article: { title: 'Newer' } });
    const deliveryId = await posts.send(second);
    expect(await posts.stateOf(deliveryId)).toMatchObject({
      state: 'parked',
      reason: expect.stringMatching(/takeaways.*sections/),
    });
    expect(await posts.find(first.article.id, 'published')).toMatchObject({
      title: first.article.title,
      takeaways: [{ remark: null }],
      sections: [{ body: 'Water first.' }],
    });
    expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(202);
    await site.settle();
    expect(await posts.find(first.article.id, 'published')).toMatchObject({
      title: 'Newer',
      takeaways: [{ remark: 'Not ready yet' }],
      sections: [{ text: 'Not ready yet' }, { body: 'Water first.' }],
    });
    // What went out once keeps nothing back, nor do items that the feed brings and takes away.
    const others = { keyTakeaways: ['One', 'Two'], tldr: 'New.' };
    const thirdId = await posts.send(nextDelivery(second, { article: others }));
    expect(await posts.stateOf(thirdId)).toMatchObject({ state: 'applied' });
  });

  it('holds nothing for what a form only sends along, nor for what was published by hand', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    const forms = contentManager(site, POST);
    await forms.save(await forms.open(documentId, 'en'), {}, { locale: 'en' });
    const second = nextDelivery(first, { article: { title: 'Newer' } });
    expect(await posts.stateOf(await posts.send(second))).toMatchObject({ state: 'applied' });
    await forms.save(await forms.open(documentId, 'en'), { note: 'ours' }, { locale: 'en' });
    await site.strapi.documents(POST as never).publish({ documentId, locale: 'en' } as never);
    const third = nextDelivery(second, { article: { title: 'Newest' } });
    expect(await posts.stateOf(await posts.send(third))).toMatchObject({ state: 'applied' });
    expect(await posts.find(first.article.id, 'published')).toMatchObject({
      title: 'Newest',
      note: 'ours',
    });
  });

  it('gives way to an entry that somebody makes in its place, with the same id', async () => {
    const first = makeDelivery({ article: { title: 'First', description: 'First.' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.remove(documentId);
    const made = await site.strapi.documents(POST as never).create({
      locale: 'en',
      data: { title: 'Made again', slug: `again-${documentId}`, feedId: first.article.id },
    } as never);
    const second = nextDelivery(first, { article: { title: 'Second', description: 'Second.' } });
    const id = await posts.send(second);
    const entry = { documentId: made.documentId, title: 'Made again', excerpt: 'Second.' };
    expect(await posts.stateOf(id)).toMatchObject({ state: 'applied' });
    expect(await posts.draftOf(first)).toMatchObject(entry);
    await admin.post(`/deliveries/${id}/redrive`);
    await site.settle();
    expect(await posts.draftOf(first)).toMatchObject(entry);
    expect(
      await site.strapi.db.query(POST).count({ where: { title: { $in: ['First', 'Second'] } } }),
    ).toBe(0);
    await posts.send(nextDelivery(second, { article: { title: 'Second', description: 'Third.' } }));
    expect(await posts.draftOf(first)).toMatchObject({ ...entry, excerpt: 'Third.' });
  });

  it('deletes for good, until a redrive brings it back', async () => {
    const first = makeDelivery();
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.remove(documentId);
    const deliveryId = await posts.send(nextDelivery(first));
    expect(await posts.find(first.article.id, 'draft')).toBeNull();
    expect(await posts.stateOf(deliveryId)).toMatchObject({ state: 'parked' });
    await admin.post(`/deliveries/${deliveryId}/redrive`);
    await site.settle();
    expect(await posts.draftOf(first)).toMatchObject({ documentId, title: first.article.title });
  });

  it('loses no image for good that was deleted from the Media Library', async () => {
    const hero = await makeImage({ color: '#234567' }, { kind: 'hero' });
    const first = makeDelivery({ article: { heroImageUrl: hero.url, images: [hero] } });
    await posts.send(first);
    const { cover } = await posts.draftOf(first);
    await site.strapi
      .plugin('upload')
      .service('upload')
      .remove(cover as never);
    await posts.send(nextDelivery(first, { article: { tldr: 'New.' } }));
    expect(await posts.draftOf(first)).toMatchObject({
      cover: { url: expect.any(String) },
      gallery: [{ url: expect.any(String) }],
      seo: { image: { url: expect.any(String) } },
    });
  });
});
