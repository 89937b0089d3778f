import type { Page, Route } from 'playwright-core';
import { makeDelivery } from '../support/feed/deliveries';
import { lookAwayAndBack } from './support/going';
import { openSite, type OpenedSite } from './support/opened-site';
import { settled } from './support/running-site';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';
const LOG = '/admin/plugins/article-receiver';
const SETTINGS = '/admin/settings/article-receiver';
const ARTICLE = '**/article-receiver/articles/*';
const AWAY = 'The server does not answer. This goes on by itself once it is back.';

let close: OpenedSite['close'] | undefined;
let page: Page;
let address: string;

beforeAll(async () => {
  const opened = await openSite();
  ({ close, page } = opened);
  await opened.site.deliver(makeDelivery({ article: { title: 'Pour-over coffee' } }));
  await settled(opened.owner);
  const { results } = await opened.owner.get<{ results: { documentId: string }[] }>(ARTICLES);
  address = `/admin${ARTICLES}/${results[0]?.documentId ?? ''}`;
});
afterAll(() => close?.());

const panel = () => page.getByRole('group', { name: 'Content service' });

/** Opens the article while its origin cannot be had. @returns how often it was asked for so far. */
async function openWithout(answer: (route: Route) => Promise<void>): Promise<() => number> {
  let asked = 0;
  await page.route(ARTICLE, (route) => {
    asked += 1;
    return answer(route);
  });
  await page.goto(address);
  return () => asked;
}

/** More would be asked in the time that anything takes to be shown, where each refusal led to the next request. */
const FEW = 3;

describe('where the server does not answer', () => {
  it('the panel says so, asks but now and then, and shows the article later', async () => {
    const asked = await openWithout((route) => route.abort());
    await page.getByText(AWAY).waitFor();
    expect(asked()).toBeLessThanOrEqual(FEW);
    await page.unroute(ARTICLE);
    await lookAwayAndBack(page);
    await panel().getByText('Campaign').waitFor();
    expect(await page.getByText(AWAY).count()).toBe(0);
  });

  it('the panel says as well that there is no such article, and asks no more', async () => {
    const error = { status: 404, name: 'NotFoundError', message: 'Not Found' };
    const asked = await openWithout((route) =>
      route.fulfill({ status: 404, json: { data: null, error } }),
    );
    await panel().getByText('This article is not there any more.').waitFor();
    expect(asked()).toBeLessThanOrEqual(FEW);
    await page.unroute(ARTICLE);
  });

  it.each([
    [`${LOG}/planned`, 'planned', 'Articles do not go online on their planned day here.'],
    [`${LOG}/links`, 'dead-links', 'All links in the articles that you may read lead somewhere.'],
    [`${SETTINGS}/connection`, 'settings', 'Paste it into the service'],
    [`${SETTINGS}/configuration`, 'settings', 'What the receiver takes in'],
  ])('%s goes on by itself', async (path, asked, shown) => {
    const requests = ({ pathname }: URL) => pathname === `/article-receiver/${asked}`;
    await page.route(requests, (route) => route.abort());
    await page.goto(path);
    await page.getByText('Something went wrong.').waitFor();
    await page.unroute(requests);
    await lookAwayAndBack(page);
    await page.getByText(shown).waitFor();
  });
});
