import { rm } from 'node:fs/promises';
import { expectRebuilt, offeredFields } from '../../disorder/offered';
import { contentManager, type Entry } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import {
  changeComponent,
  changeType,
  NOTE_TARGET,
  ownTypesWith,
  POST_TARGET,
  renameComponent,
  renameType,
} from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const TYPE = 'api::hiding.hiding';

/** Shown in a form only where the service calls the article a review. */
const ofReviews = { conditions: { visible: { '==': [{ var: 'kind' }, 'review'] } } };

let site: Site;
let types: string;
let forms: ReturnType<typeof contentManager>;

beforeAll(async () => {
  types = await ownTypesWith('post', {
    excerpt: ofReviews,
    llms: ofReviews,
    category: ofReviews,
    gallery: ofReviews,
    sections: ofReviews,
    rating: { ...ofReviews, required: true },
  });
  await changeComponent(types, 'shared.point', ({ attributes }) => {
    attributes.detail = {
      type: 'string',
      conditions: { visible: { '==': [{ var: 'remark' }, 'more'] } },
    };
  });
  await renameComponent(types, 'shared.point', 'shared.hiding-point');
  await renameType(types, 'post', 'hiding');
  const takeaways = { each: 'keyTakeaways', fields: { text: 'item', detail: 'tldr' } };
  const target = { ...POST_TARGET, type: TYPE, fields: { ...POST_TARGET.fields, takeaways } };
  site = await bootSite({ types, pluginConfig: { target } });
  forms = contentManager(site, TYPE);
});
afterAll(async () => {
  await site?.destroy();
  await rm(types, { recursive: true, force: true });
});

const entryOf = async ({ article }: WireDelivery, status: 'draft' | 'published' = 'draft') =>
  (await site.strapi.documents(TYPE as never).findFirst({
    filters: { feedId: article.id },
    locale: 'en',
    status,
    populate: ['takeaways', 'category', 'sections'],
  } as never)) as unknown as Entry | null;

/** A form leaves out what it does not show (5.54.0: data.ts of the Content Manager). */
const HIDDEN = ['excerpt', 'llms', 'category', 'gallery', 'sections', 'rating'];
const asShown = (form: Entry): Entry => {
  const shown = Object.entries(form).filter(([name]) => !HIDDEN.includes(name));
  return Object.fromEntries(shown) as Entry;
};

describe('fields that a form shows only under a condition', () => {
  it('stay as they are, and go on with the service, where a form without them is saved', async () => {
    const first = makeDelivery({
      article: {
        ...{ articleType: 'pillar', description: 'First', tldr: 'Short', category: 'News' },
        keyTakeaways: ['One', 'Two'],
      },
    });
    await ownPosts(site).send(first);
    const { documentId } = (await entryOf(first)) ?? { documentId: '' };
    const form = asShown(await forms.open(documentId, 'en'));
    const takeaways = (form.takeaways as Entry[]).map(({ id, text, remark }) => ({
      id,
      text,
      remark,
    }));
    await forms.save(form, { note: 'Mine', takeaways }, { locale: 'en' });
    expect(await entryOf(first)).toMatchObject({
      ...{ note: 'Mine', excerpt: 'First', category: { name: 'News' } },
      takeaways: [
        { text: 'One', detail: 'Short' },
        { text: 'Two', detail: 'Short' },
      ],
      sections: [{ body: 'Short' }],
    });
    expect(await offeredFields(site, documentId)).toEqual([]);
    const next = nextDelivery(first, {
      article: {
        description: 'Second',
        tldr: 'Long',
        keyTakeaways: ['Two', 'Three'],
        category: '',
      },
    });
    await ownPosts(site).send(next);
    expect(await entryOf(next)).toMatchObject({
      ...{ note: 'Mine', excerpt: 'Second', category: null },
      takeaways: [
        { text: 'Two', detail: 'Long' },
        { text: 'Three', detail: 'Long' },
      ],
      sections: [{ body: 'Long' }],
    });
    expect(await offeredFields(site, documentId)).toEqual([]);
    await expectRebuilt(site);
  });

  it('hold no publication where they are required, and hidden', async () => {
    const first = makeDelivery({
      event: 'article.status_changed',
      article: { articleType: 'pillar', status: 'published', reviewScore: null },
    });
    const id = await ownPosts(site).send(first);
    expect(await ownPosts(site).stateOf(id)).toMatchObject({ state: 'applied' });
    expect(await entryOf(first, 'published')).toMatchObject({ title: first.article.title });
  });
});

describe('on a type without drafts', () => {
  let noteTypes: string;

  beforeAll(async () => {
    await site.destroy();
    noteTypes = await ownTypesWith('note', {
      // Nothing fills it: an entry is written all the same, where the form would not show it.
      occasion: {
        ...{ type: 'string', required: true },
        conditions: { visible: { '==': [{ var: 'state' }, 'gone'] } },
      },
      points: { type: 'component', component: 'shared.point', repeatable: true },
    });
    await changeComponent(noteTypes, 'shared.point', ({ attributes }) => {
      attributes.detail = {
        ...{ type: 'string', required: true },
        conditions: { visible: { '!=': [{ var: 'text' }, 'One'] } },
      };
    });
    await changeType(noteTypes, 'label', ({ attributes }) => {
      attributes.reason = {
        ...{ type: 'string', required: true },
        conditions: { visible: { '==': [{ var: 'label' }, 'secret'] } },
      };
    });
    await renameComponent(noteTypes, 'shared.point', 'shared.asking-point');
    await renameType(noteTypes, 'note', 'occasion');
    const points = { each: 'keyTakeaways', fields: { text: 'item', detail: 'tldr' } };
    const fields = { ...NOTE_TARGET.fields, points };
    site = await bootSite({
      types: noteTypes,
      pluginConfig: { target: { type: 'api::occasion.occasion', fields } },
    });
  });
  afterAll(() => rm(noteTypes, { recursive: true, force: true }));

  it('cost nothing that Strapi takes, where they are required and hidden', async () => {
    const first = makeDelivery({
      article: { keyTakeaways: ['One', 'Two'], tldr: '', tags: ['tea', 'secret'] },
    });
    const id = await ownPosts(site).send(first);
    const { state, issues } = await ownPosts(site).stateOf(id);
    expect(state).toBe('applied');
    expect(JSON.parse(issues)).toContainEqual(
      expect.objectContaining({
        code: 'entryRefused',
        values: expect.objectContaining({ value: 'secret' }) as object,
      }),
    );
    const found = await site.strapi.documents('api::occasion.occasion' as never).findFirst({
      filters: { headline: first.article.title },
      populate: ['points', 'labels'],
    } as never);
    // The second would be refused, and with it the entry.
    expect(found).toMatchObject({
      points: [{ text: 'One', detail: null }],
      labels: [{ label: 'tea' }],
    });
  });
});
