import { adminApi } from '../support/people/admin-api';
import { contentManager } from '../support/people/content-manager';
import { fileForms } from '../support/people/file-forms';
import { shownArticle } from '../support/articles/articles';
import {
  makeDelivery,
  nextDelivery,
  nextWord,
  type WireDelivery,
} from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { makeImage, pictureBytes } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { rebuilt } from '../disorder/offered';

const ARTICLE = 'plugin::article-receiver.article';

let site: Site;
let admin: ReturnType<typeof adminApi>;
let forms: ReturnType<typeof contentManager>;

beforeAll(async () => {
  site = await bootSite();
  admin = adminApi(site);
  forms = contentManager(site, ARTICLE);
});
afterAll(() => site?.destroy());

const send = (...deliveries: WireDelivery[]): Promise<string> => arriveInTurn(site, ...deliveries);
const tagsOf = async ({ article }: WireDelivery, status: 'draft' | 'published') =>
  ((await shownArticle(site, article.id, status))?.tags as { name: string }[]).map(
    ({ name }) => name,
  );

/** A published article without tags, as its editor wants it, to which the service offers one that nobody has made. */
async function offered(tag: string) {
  const first = makeDelivery({
    event: 'article.status_changed',
    article: { status: 'published', tags: ['tea'] },
  });
  await send(first);
  const { documentId = '' } = (await shownArticle(site, first.article.id, 'draft')) ?? {};
  await site.strapi.documents(ARTICLE).update({ documentId, data: { tags: [] } as never });
  await forms.save(await forms.open(documentId), {}, { publish: true });
  const second = nextWord(first, 'published', { tags: [tag] });
  const deliveryId = await send(second);
  expect(await admin.suggestionsOf(documentId)).toMatchObject([{ field: 'tags' }]);
  return { second, deliveryId, documentId };
}

describe('a tag that is only offered when its article is published', () => {
  it('publishes nothing, and asks nobody, when another article has it made', async () => {
    const { second, deliveryId, documentId } = await offered('brought');
    await forms.save(await forms.open(documentId), { title: 'Not public yet' });
    await send(makeDelivery({ article: { tags: ['brought'] } }));
    await rebuilt(site);
    expect((await admin.delivery(deliveryId)).state).toBe('applied');
    await send(nextDelivery(second, { event: 'article.ready', article: { status: 'draft' } }));
    expect((await admin.delivery(deliveryId)).state).not.toBe('parked');
    expect(await admin.suggestionsOf(documentId)).toMatchObject([{ field: 'tags' }]);
  });

  it('is in the draft alone once it is accepted, until that is published', async () => {
    const { second, documentId } = await offered('accepted');
    const [offer] = await admin.suggestionsOf(documentId);
    expect((await admin.post(`/suggestions/${offer?.id}/accept`)).status).toBe(200);
    await rebuilt(site);
    expect(await tagsOf(second, 'draft')).toEqual(['accepted']);
    expect(await tagsOf(second, 'published')).toEqual([]);
    await send(nextWord(second, 'published', { tldr: 'Newer.' }));
    expect(await tagsOf(second, 'published')).toEqual(['accepted']);
  });
});

/** What an editor is shown of the one suggestion for a field. */
async function namesIn(documentId: string, field: string): Promise<unknown[]> {
  const offers = await admin.suggestionsOf(documentId);
  const { value, labels = {} } = offers.find((one) => one.field === field) ?? {};
  return [value].flat().map((id) => labels[String(id)]);
}

describe('what is only offered', () => {
  it('is called as the service spells it', async () => {
    const { second, documentId } = await offered('Espresso Machines');
    expect(await namesIn(documentId, 'tags')).toEqual(['Espresso Machines']);
    // Spelled otherwise it is the same offer, and declined once it is declined.
    const third = nextDelivery(second, { article: { tags: ['espresso machines'] } });
    await send(third);
    const [offer, ...others] = await admin.suggestionsOf(documentId);
    expect(others).toEqual([]);
    expect((await admin.post(`/suggestions/${offer?.id}/reject`)).status).toBe(200);
    await send(nextDelivery(third, { article: { tags: ['Espresso Machines'] } }));
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
  });

  it('is called by what is seen in a picture, and by the name of a campaign', async () => {
    const url = (name: string) => `https://cdn.example.com/articles/${name}.png`;
    const cup = await makeImage({ color: '#123321' }, { url: url('cup'), alt: 'A cup' });
    const first = makeDelivery({ article: { images: [cup] } });
    await send(first);
    const { documentId = '' } = (await shownArticle(site, first.article.id, 'draft')) ?? {};
    await site.strapi
      .documents(ARTICLE)
      .update({ documentId, data: { images: [], campaign: null } as never });
    const pot = await makeImage({ color: '#123322' }, { url: url('pot'), alt: 'A pot' });
    const bare = await makeImage({ color: '#123323' }, { url: url('bare'), alt: '' });
    const campaign = { ...first.article.campaign, id: 'cmp_spring', name: 'Spring' };
    const images = [pot, bare];
    const newer = { images, campaignId: campaign.id, campaign };
    await send(nextDelivery(first, { article: newer }));
    expect(await namesIn(documentId, 'images')).toEqual(['A pot', url('bare')]);
    expect(await namesIn(documentId, 'campaign')).toEqual(['Spring']);
  });

  it('is called by what is remembered of it, where somebody deleted it since', async () => {
    const url = 'https://cdn.example.com/articles/kettle.png';
    const kettle = await makeImage({ color: '#123324' }, { kind: 'hero', url });
    const campaign = { ...makeDelivery().article.campaign, id: 'cmp_autumn', name: 'Autumn' };
    const shared = { tags: ['Kettles'], campaignId: campaign.id, campaign };
    const brings = { ...shared, images: [kettle], heroImageUrl: url };
    const first = makeDelivery();
    // Another article has all of it made.
    const other = makeDelivery({ article: brings });
    await send(first, other);
    const { documentId = '' } = (await shownArticle(site, first.article.id, 'draft')) ?? {};
    const none = { tags: [], campaign: null, heroImage: await handMade() };
    await site.strapi.documents(ARTICLE).update({ documentId, data: none as never });
    await send(nextDelivery(first, { article: brings }));

    const made = await shownArticle(site, other.article.id, 'draft');
    const [tag] = made?.tags as { documentId: string }[];
    await remove('plugin::article-receiver.tag', tag?.documentId);
    const found = await site.strapi
      .documents('plugin::article-receiver.campaign')
      .findFirst({ filters: { sourceId: campaign.id } });
    await remove('plugin::article-receiver.campaign', found?.documentId);
    const { id, name } = made?.heroImage as { id: number; name: string };
    await fileForms(site).act('bulk-delete', { fileIds: [id], folderIds: [] });

    expect(await namesIn(documentId, 'tags')).toEqual(['kettles']);
    expect(await namesIn(documentId, 'campaign')).toEqual(['cmp_autumn']);
    expect(await namesIn(documentId, 'heroImage')).toEqual([name]);
  });
});

/** A picture that an editor uploads themselves. */
async function handMade(): Promise<number> {
  const { id } = await fileForms(site).upload(await pictureBytes({ color: '#123326' }), 'own.png');
  return id;
}

const remove = (uid: string, documentId = ''): Promise<void> =>
  contentManager(site, uid).act('actions/bulkDelete', { documentIds: [documentId] });
