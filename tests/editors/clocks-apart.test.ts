import {
  OPENED_HEADER,
  writeOpened,
} from '../../src/plugins/article-receiver/shared/articles/opened';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { adminApi } from '../support/people/admin-api';
import { contentManager, type Entry } from '../support/people/content-manager';
import { fakeClock } from '../support/site/clock';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const CAMPAIGN = 'plugin::article-receiver.campaign';

/** By the clock of an instance that is ahead, and by that of another, a moment later. */
const AHEAD = '2026-11-20T10:10:00Z';
const RIGHT = '2026-11-20T10:02:00Z';

const saysWhen = ({ updatedAt }: Entry) => ({
  headers: { [OPENED_HEADER]: writeOpened({ at: updatedAt, fields: {} }) },
});

describe('a form, where the clocks of those who write its entry are apart', () => {
  let site: Site;
  let forms: ReturnType<typeof contentManager>;
  let setClock: ReturnType<typeof fakeClock>;

  beforeAll(async () => {
    setClock = fakeClock(AHEAD);
    site = await bootSite();
    forms = contentManager(site, ARTICLE);
  });
  beforeEach(() => setClock(AHEAD));
  afterAll(async () => {
    await site?.destroy();
    jest.useRealTimers();
  });

  async function entryOf({ article }: WireDelivery) {
    const filters = { sourceId: article.id };
    const found = await site.strapi.documents(ARTICLE).findFirst({ filters });
    if (!found) throw new Error('the article is not there');
    return found;
  }

  /** An article that was written by the clock that is ahead, with one delivery or more. */
  async function written(...texts: string[]): Promise<[last: WireDelivery, documentId: string]> {
    let last = makeDelivery({ article: { tldr: texts[0] } });
    await arriveInTurn(site, last);
    for (const tldr of texts.slice(1)) {
      last = nextDelivery(last, { article: { tldr } });
      await arriveInTurn(site, last);
    }
    return [last, (await entryOf(last)).documentId];
  }

  it('brings back nothing that the service replaced since it was opened', async () => {
    const [first, documentId] = await written('First.');
    const form = await forms.open(documentId);
    setClock(RIGHT);
    await arriveInTurn(site, nextDelivery(first, { article: { tldr: 'Second.' } }));
    await forms.save(form, { author: 'Edith' }, saysWhen(form));
    expect(await entryOf(first)).toMatchObject({ author: 'Edith', tldr: 'Second.' });
  });

  it('has what a person puts back, who has seen what the service made of it', async () => {
    const [last, documentId] = await written('First.', 'Second.');
    setClock(RIGHT);
    const form = await forms.open(documentId);
    await forms.save(form, { author: 'Edith' }, saysWhen(form));
    const again = await forms.open(documentId);
    await forms.save(again, { tldr: 'First.' }, saysWhen(again));
    expect(await entryOf(last)).toMatchObject({ author: 'Edith', tldr: 'First.' });
    await arriveInTurn(site, nextDelivery(last, { article: { tldr: 'Third.' } }));
    expect(await entryOf(last)).toMatchObject({ tldr: 'First.' });
  });

  it('tells what a person has seen from what a suggestion changed that somebody accepted', async () => {
    const [first, documentId] = await written('First.');
    const opened = await forms.open(documentId);
    await forms.save(opened, { tldr: 'Edited.' }, saysWhen(opened));
    await arriveInTurn(site, nextDelivery(first, { article: { tldr: 'Offered.' } }));
    const form = await forms.open(documentId);
    setClock(RIGHT);
    const api = adminApi(site);
    const [offer] = await api.suggestionsOf(documentId);
    expect((await api.post(`/suggestions/${offer?.id}/accept`)).status).toBe(200);
    await forms.save(form, { author: 'Edith' }, saysWhen(form));
    expect(await entryOf(first)).toMatchObject({ author: 'Edith', tldr: 'Offered.' });
  });

  it('does the same of what several articles share', async () => {
    const [first] = await written('First.');
    const campaigns = contentManager(site, CAMPAIGN);
    const filters = { sourceId: first.article.campaign.id };
    const campaign = () => site.strapi.documents(CAMPAIGN).findFirst({ filters });
    const form = await campaigns.open((await campaign())?.documentId ?? '');
    setClock(RIGHT);
    const renamed = { ...first.article.campaign, name: 'Renamed by the service' };
    await arriveInTurn(site, nextDelivery(first, { article: { campaign: renamed } }));
    await campaigns.save(form, { language: 'fr' }, saysWhen(form));
    expect(await campaign()).toMatchObject({ name: 'Renamed by the service', language: 'fr' });
  });
});
