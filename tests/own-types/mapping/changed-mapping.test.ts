import { adminApi } from '../../support/people/admin-api';
import {
  makeDelivery,
  nextDelivery,
  nextWord,
  type WireDelivery,
} from '../../support/feed/deliveries';
import { eventually } from '../../support/eventually';
import { makeImage } from '../../support/feed/images';
import { ownPosts, type Post } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const [text, picture] = POST_TARGET.fields.sections;
const LESS = { component: 'blocks.picture', each: 'images', fields: { file: 'item' } };
const MORE = { component: 'blocks.rich-text', fields: { body: 'tldr', remark: 'primaryKeyword' } };
const SEO = { fields: { metaTitle: 'title' } };
const TAKEAWAYS = { each: 'keyTakeaways', fields: { text: 'item', remark: 'title' } };

const withoutExcerpt = Object.fromEntries(
  Object.entries(POST_TARGET.fields).filter(([name]) => name !== 'excerpt'),
);

const targetWith = (fields: object) => ({
  ...POST_TARGET,
  fields: { ...POST_TARGET.fields, ...fields },
});

let site: Site;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES });
});
afterAll(() => site?.destroy());

/** An article that was written with one mapping, after which the site gets another. */
async function writtenBefore(
  { before = {}, after }: { before?: object; after: object },
  edits?: (post: Post) => Record<string, unknown>,
): Promise<WireDelivery> {
  await site.restart({ target: targetWith(before) });
  const hero = await makeImage({ color: '#123456' }, { kind: 'hero', alt: 'A pot', caption: 'C' });
  const first = makeDelivery({ article: { heroImageUrl: hero.url, images: [hero] } });
  const posts = ownPosts(site);
  await posts.send(first);
  const draft = await posts.draftOf(first);
  if (edits) await posts.edit(draft.documentId, edits(draft));
  await site.restart({ target: targetWith(after) });
  return first;
}

/** The next delivery, with other texts everywhere in the lists. @returns the draft, and what is only offered. */
async function goneOn(first: WireDelivery) {
  const posts = ownPosts(site);
  await posts.send(nextDelivery(first, { article: { tldr: 'New.', keyTakeaways: ['New take'] } }));
  const draft = await posts.draftOf(first);
  const { documentId } = draft;
  const open = await site.strapi.db
    .query('plugin::article-receiver.suggestion')
    .findMany({ where: { documentId, state: 'open' } });
  const offered = open.map(({ field }: { field: string }) => field);
  return { draft, offered };
}

describe('a mapping that changes', () => {
  it.each<[string, { before?: object; after: object }, object]>([
    [
      'more of a section',
      { after: { sections: [MORE, picture] } },
      { sections: [{ body: 'New.', remark: expect.any(String) }, { caption: 'C' }] },
    ],
    [
      'less of a section',
      { after: { sections: [text, LESS] } },
      { sections: [{ body: 'New.' }, { alternative: 'A pot', caption: 'C' }] },
    ],
    [
      'fewer sections',
      { after: { sections: [text] } },
      { sections: [{ body: 'New.' }, { caption: 'C' }] },
    ],
    [
      'more of an item',
      { after: { takeaways: TAKEAWAYS } },
      { takeaways: [{ text: 'New take', remark: expect.any(String) }] },
    ],
    [
      'less of an item',
      { before: { takeaways: TAKEAWAYS }, after: {} },
      { takeaways: [{ text: 'New take' }] },
    ],
  ])('to one that names %s is followed by what nobody edited', async (_, mappings, expected) => {
    const first = await writtenBefore(mappings);
    expect(await goneOn(first)).toMatchObject({ draft: expected, offered: [] });
  });

  it('writes at a rebuild what it names since, and a second one finds nothing to do', async () => {
    const first = await writtenBefore({ after: { sections: [MORE, picture] } });
    const admin = adminApi(site);
    expect((await admin.post('/rebuild')).status).toBe(202);
    await eventually(async () => {
      expect((await admin.get('/rebuild')).body.data).toMatchObject({ state: 'done' });
    });
    await site.settle();
    const { sections } = await ownPosts(site).draftOf(first);
    expect(sections).toMatchObject([
      { body: 'Water first.', remark: first.article.contentPlan.primaryKeyword },
      {},
    ]);
    const { body } = await admin.post('/rebuild', { dryRun: true });
    expect(body.data).toMatchObject({ update: 0 });
  });

  it('leaves to editors what they changed in a list, and what they wrote where it names more', async () => {
    const mappings = { after: { sections: [MORE, picture], takeaways: TAKEAWAYS } };
    const first = await writtenBefore(mappings, ({ sections, takeaways }) => ({
      sections: sections.map((one, index) => (index === 0 ? { ...one, body: 'Edited.' } : one)),
      takeaways: takeaways.map((one) => ({ ...one, remark: 'ours' })),
    }));
    const { draft, offered } = await goneOn(first);
    expect(draft).toMatchObject({
      sections: [{ body: 'Edited.', remark: null }, { caption: 'C' }],
      takeaways: [{ text: 'Weigh the water', remark: 'ours' }],
    });
    expect(offered.sort()).toEqual(['sections', 'takeaways']);
  });

  it.each([
    ['the schema’s default, and nobody changed', null, true, true, []],
    ['something else by an editor', true, false, true, ['seo.noIndex']],
  ])('fills what it names since where that has %s', async (_, edited, value, shown, offers) => {
    const after = { seo: { fields: { metaTitle: 'title', noIndex: { value } } } };
    const before = { seo: SEO };
    const first = await writtenBefore({ before, after }, ({ seo }) =>
      edited === null ? {} : { seo: { ...seo, noIndex: edited } },
    );
    const { draft, offered } = await goneOn(first);
    expect({ shown: draft.seo?.noIndex, offered }).toEqual({ shown, offered: offers });
  });

  it.each([
    ['lets a publication out with', {}, { state: 'applied' }],
    ['holds a publication for an edit of', { excerpt: 'Ours' }, { reasonCode: 'publicationHeld' }],
  ])('%s what it does not name any more', async (_, edits, outcome) => {
    await site.restart({ target: POST_TARGET });
    const posts = ownPosts(site);
    const first = nextWord(makeDelivery(), 'published');
    const ready = { event: 'article.ready', article: { status: 'draft', description: 'Newer' } };
    const second = nextDelivery(first, ready);
    await posts.send(first, second);
    await posts.edit((await posts.draftOf(first)).documentId, edits);
    await site.restart({ target: { ...POST_TARGET, fields: withoutExcerpt } });
    const id = await posts.send(nextWord(second, 'published', { title: 'Out' }));
    expect(await adminApi(site).delivery(id)).toMatchObject(outcome);
  });

  it('calls nothing an editor’s that it does not name any more', async () => {
    const first = await writtenBefore({ after: { seo: SEO } });
    const { draft } = await goneOn(first);
    const { body } = await adminApi(site).get(`/articles/${draft.documentId}`);
    expect(body).toMatchObject({ data: { heldFields: [] } });
  });
});
