import { adminApi } from '../support/people/admin-api';
import { contentManager, type Entry } from '../support/people/content-manager';
import { shownArticle } from '../support/articles/articles';
import {
  makeDelivery,
  nextDelivery,
  nextWord,
  type WireArticle,
  type WireDelivery,
} from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const TAG = 'plugin::article-receiver.tag';
const CAMPAIGN = 'plugin::article-receiver.campaign';

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
const tagsOf = async ({ article }: WireDelivery, status: 'draft' | 'published' = 'draft') =>
  ((await shownArticle(site, article.id, status))?.tags as { name: string }[]).map(
    ({ name }) => name,
  );
const offered = async (documentId: string) =>
  (await admin.suggestionsOf(documentId)).map(({ field }) => field);

/** The entry of that name; one that an editor makes now, where there is none. */
async function entryOf(uid: string, name: string): Promise<string> {
  const documents = site.strapi.documents(uid as never) as unknown as {
    findFirst(params: object): Promise<{ documentId: string } | null>;
    create(params: object): Promise<{ documentId: string }>;
  };
  const found = await documents.findFirst({ filters: { name } });
  const own = uid === TAG ? { slug: name.toLowerCase() } : { sourceId: `cmp_${name}` };
  return (found ?? (await documents.create({ data: { name, ...own } }))).documentId;
}

/** In the form of an article, chooses one entry in the place of another; the panel says when it was opened. */
async function choose(form: Entry, field: string, uid: string, names: [from: string, to: string]) {
  const [from, to] = await Promise.all(names.map((name) => entryOf(uid, name)));
  const change = { connect: [{ documentId: to }], disconnect: [{ documentId: from }] };
  const headers = { 'x-article-receiver-opened': form.updatedAt };
  await forms.save(form, { [field]: change }, { headers });
  await site.settle();
}

/** An article with a tag of the service's, in whose place an editor chose one of their own. */
async function retagged(prefix: string, word: 'draft' | 'published' = 'draft') {
  const tags = (name: string): Partial<WireArticle> => ({ tags: [`${prefix} ${name}`] });
  const event = word === 'draft' ? 'article.ready' : 'article.status_changed';
  const first = makeDelivery({ event, article: { status: word, ...tags('first') } });
  await send(first);
  const { documentId = '' } = (await shownArticle(site, first.article.id, 'draft')) ?? {};
  const chooses = async (from: string, to: string) =>
    choose(await forms.open(documentId), 'tags', TAG, [`${prefix} ${from}`, `${prefix} ${to}`]);
  await chooses('first', 'own');
  return { first, documentId, tags, chooses };
}

describe('what an editor chooses in a form', () => {
  it('is offered no more where it is what was offered', async () => {
    const { first, documentId, tags, chooses } = await retagged('offered');
    await send(makeDelivery({ article: tags('second') }));
    await send(nextDelivery(first, { article: tags('second') }));
    expect(await offered(documentId)).toEqual(['tags']);
    await chooses('own', 'second');
    await eventually(async () => expect(await offered(documentId)).toEqual([]));
  });

  it('is offered no more where they made it themselves', async () => {
    const { first, documentId, tags, chooses } = await retagged('made');
    await send(nextDelivery(first, { article: tags('second') }));
    expect(await offered(documentId)).toEqual(['tags']);
    await chooses('own', 'second');
    await eventually(async () => expect(await offered(documentId)).toEqual([]));
  });

  it('is theirs where it is the service’s last one, put back beside a newer one', async () => {
    const { first, documentId, tags, chooses } = await retagged('back');
    const second = nextDelivery(first, { article: tags('second') });
    await send(second);
    await chooses('own', 'first');
    await send(nextDelivery(second, { article: { tldr: 'Newer.' } }));
    expect(await tagsOf(first)).toEqual(['back first']);
    expect(await offered(documentId)).toEqual(['tags']);
  });

  it('lets a publication go out that waited for it, once it is what readers have', async () => {
    const { first, tags, chooses } = await retagged('held', 'published');
    const second = nextWord(first, 'published', { tldr: 'Newer.', ...tags('first') });
    const deliveryId = await send(second);
    expect((await admin.delivery(deliveryId)).state).toBe('parked');
    await chooses('own', 'first');
    await eventually(async () => expect((await admin.delivery(deliveryId)).state).toBe('applied'));
    expect(await shownArticle(site, first.article.id, 'published')).toMatchObject({
      tldr: 'Newer.',
    });
  });

  it('has the service’s beside it, where they had not seen that in their open form', async () => {
    const first = makeDelivery();
    await send(first);
    const { documentId = '' } = (await shownArticle(site, first.article.id, 'draft')) ?? {};
    const form = await forms.open(documentId);
    const campaign = { ...first.article.campaign, id: 'cmp_unseen', name: 'Unseen' };
    await send(nextDelivery(first, { article: { campaignId: campaign.id, campaign } }));
    await choose(form, 'campaign', CAMPAIGN, [first.article.campaign.name, 'Chosen']);
    expect(await shownArticle(site, first.article.id, 'draft')).toMatchObject({
      campaign: { name: 'Chosen' },
    });
    await eventually(async () => expect(await offered(documentId)).toEqual(['campaign']));
  });
});
