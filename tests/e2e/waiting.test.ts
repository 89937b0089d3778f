import type { Browser, Page } from 'playwright-core';
import type { WaitingPage } from '../../src/plugins/article-receiver/shared/decisions/waiting';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { seriousFindings } from './support/accessibility';
import { picture, signIn, startBrowser } from './support/browser';
import { go, lookAwayAndBack } from './support/going';
import { spilling } from './support/layout';
import {
  closeToEditors,
  EDITOR,
  READER,
  register,
  registerOwner,
  registerStandardEditor,
  SUMMARIZER,
  type Owner,
} from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';
const WAITING = '/admin/plugins/article-receiver/waiting';

let site: RunningSite;
let browser: Browser;
let owner: Owner;
let page: Page;
let documentId: string;

beforeAll(async () => {
  site = await startSite();
  owner = await registerOwner(site.url);
  browser = await startBrowser();
  const first = makeDelivery({ article: { title: 'Pour-over coffee' } });
  await site.deliver(first);
  await settled(owner);
  const { results } = await owner.get<{ results: { documentId: string }[] }>(ARTICLES);
  documentId = results[0]?.documentId ?? '';
  await owner.send('PUT', `${ARTICLES}/${documentId}`, { tldr: 'Ours.', description: 'Ours.' });
  await site.deliver(nextDelivery(first, { article: { tldr: 'T.', description: 'D.' } }));
  const status = { event: 'article.status_changed' };
  const word = { title: 'A matter of words', status: 'in translation' };
  await site.deliver(makeDelivery({ ...status, article: word }));
  await site.deliver(Buffer.from('{"event": "article.ready"'));
  await settled(owner);
  page = await signIn(browser, site.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const item = (text: string, on = page) =>
  on.locator('main').getByRole('listitem').filter({ hasText: text });

describe('what waits', () => {
  it('comes first where the menu leads, one line an article', async () => {
    await page.getByRole('link', { name: 'Articles received', exact: true }).click();
    await page.waitForURL(/waiting/);
    await item('Pour-over coffee').getByText('2 suggestions').waitFor();
    await item('A matter of words').getByText('What “in translation” means').waitFor();
    await item('Unusable')
      .getByRole('link', { name: /^Look at it/ })
      .waitFor();
    await page.getByRole('link', { name: 'Waiting for you (3)' }).waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('is to be looked at where one may not decide it', async () => {
    const reader = await signIn(browser, site.url, await register(owner, READER));
    await go(reader, WAITING);
    await item('A matter of words', reader)
      .getByRole('link', { name: /^Look at it/ })
      .waitFor();
    await reader.context().close();
  });

  it('is asked for anew whenever somebody looks at it again', async () => {
    // More often than it would be by itself.
    for (let times = 0; times < 3; times += 1) {
      const asked = page.waitForResponse(/article-receiver\/waiting/, { timeout: 10_000 });
      await lookAwayAndBack(page);
      await asked;
    }
  });

  it('has one number wherever its name is, and what else is counted has another name', async () => {
    const named = () =>
      page.evaluate<string[]>(`[...document.querySelectorAll('main *')]
        .filter((element) => element.children.length === 0)
        .map((element) => element.textContent)
        .filter((words) => words.includes('aiting for you'))`);
    const { pagination, articles } = await owner.get<WaitingPage>('/article-receiver/waiting');
    expect([pagination.total, articles]).toEqual([3, 2]);
    await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
    await page.getByRole('button', { name: /^1 ?To be decided$/ }).waitFor();
    expect(await named()).toEqual(['Waiting for you (3)']);
    await go(page, '/admin');
    const widget = page.getByRole('region', { name: 'Waiting for you' });
    await widget.getByRole('link', { name: 'A matter of words', exact: true }).waitFor();
    expect(await widget.getByRole('listitem').count()).toBe(3);
    await go(page, `/admin${ARTICLES}`);
    await page.getByRole('button', { name: 'Articles waiting for you (2)' }).waitFor();
    expect(await named()).toEqual(['Articles waiting for you (2)']);
  });

  it('leads to where it is decided, and says afterwards who did and takes it back', async () => {
    await go(page, WAITING);
    await item('Pour-over coffee').waitFor();
    await page.getByRole('link', { name: 'Waiting for you (3)' }).waitFor();
    await picture(page, 'waiting');
    await item('Pour-over coffee')
      .getByRole('link', { name: /^Decide/ })
      .click();
    await page.getByRole('button', { name: 'Keep all mine' }).click();
    await page.getByText('The draft keeps its versions').first().waitFor();
    await go(page, WAITING);
    await page.getByRole('link', { name: 'Waiting for you (2)' }).waitFor();
    await page.getByRole('link', { name: 'Decided' }).click();
    const kept = item('Olga Owner kept the draft’s version of Summary (TL;DR)');
    await kept.waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await picture(page, 'decided');
    // Whoever hears it does not see in which row it stands.
    const undo =
      /^Take it back: Olga Owner kept the draft’s version of Summary \(TL;DR\). Pour-over/;
    await kept.getByRole('button', { name: undo }).click();
    // The button that was pressed is gone.
    await page.locator('li:focus').getByText('kept the draft’s version').waitFor();
    await settled(owner);
    await go(page, WAITING);
    await item('Pour-over coffee').getByText('1 suggestion').waitFor();
  });

  it('goes back to the last page when all that a page had is decided', async () => {
    const unusable = await site.deliver({ event: 'article.ready' });
    const lines = page
      .locator('main')
      .getByRole('list', { name: 'Waiting for you' })
      .locator('> li');
    await go(page, `${WAITING}?page=2&pageSize=3`);
    await page.getByRole('link', { name: 'Waiting for you (4)' }).waitFor();
    await lines.first().waitFor();
    expect(await lines.count()).toBe(1);
    const reason = { reason: 'A test of the service' };
    await owner.send('POST', `/article-receiver/deliveries/${unusable}/discard`, reason);
    await lookAwayAndBack(page);
    await page.getByRole('link', { name: 'Waiting for you (3)' }).waitFor();
    await lines.nth(2).waitFor();
    expect(new URL(page.url()).searchParams.get('page')).toBe('1');
    expect(await page.getByText('Nothing waits for you.').count()).toBe(0);
  });

  it('is on the homepage, above the list and beside the folded panel', async () => {
    const editor = await signIn(browser, site.url, await registerStandardEditor(owner));
    await go(editor, '/admin');
    // Not Strapi's own widget of what was edited last.
    const widget = editor.getByRole('region', { name: 'Waiting for you' });
    await widget.getByRole('link', { name: 'Pour-over coffee' }).first().waitFor();
    await expect(widget.getByText('A matter of words').count()).resolves.toBe(0);
    await go(editor, WAITING);
    await item('Pour-over coffee', editor).waitFor();
    await expect(item('A matter of words', editor).count()).resolves.toBe(0);
    await go(editor, `/admin${ARTICLES}`);
    await editor.getByRole('button', { name: 'Articles waiting for you (1)' }).click();
    await editor
      .getByRole('button', { name: 'Articles waiting for you (1)', pressed: true })
      .waitFor();
    await editor.setViewportSize({ width: 1_024, height: 800 });
    // Strapi decides what to fold away beside a form when it is first shown.
    await editor.goto(`/admin${ARTICLES}/${documentId}`);
    await editor.getByText('Waiting for you').first().waitFor();
    await editor.context().close();
  });

  it('is led to by whoever may read and change little of an article, too', async () => {
    const writer = await signIn(browser, site.url, await register(owner, SUMMARIZER));
    await go(writer, `/admin${ARTICLES}`);
    const row = writer.locator('tbody tr').filter({ hasText: 'Pour-over coffee' });
    await row.getByText('1 suggestion').waitFor();
    // They may not filter by what they may not read.
    await writer.getByRole('link', { name: 'Waiting for you (1)' }).click();
    await writer.waitForURL(`**${WAITING}`);
    await item('Pour-over coffee', writer)
      .getByRole('link', { name: /^Decide/ })
      .click();
    const panel = writer.getByRole('group', { name: 'Content service' });
    const suggestion = panel.getByRole('region', { name: 'Summary (TL;DR)' });
    await suggestion.getByRole('button', { name: 'Accept' }).waitFor();
    await writer.context().close();
  });

  it('has beside it what goes online by itself, once the site wants that', async () => {
    await go(page, WAITING);
    await page.getByRole('link', { name: 'Decided' }).waitFor();
    await expect(page.getByRole('link', { name: 'Planned', exact: true }).count()).resolves.toBe(0);
    await owner.send('PUT', '/article-receiver/settings', { publishOnReady: 'planned' });
    const { contentPlan } = makeDelivery().article;
    for (const [title, plannedForDate] of [
      ['Cold brew in March', '2099-03-02'],
      ['Espresso in March', '2099-03-02'],
      ['Descaling in May', '2099-05-11'],
    ] as const) {
      const plan = { contentPlan: { ...contentPlan, plannedForDate }, status: 'draft' };
      await site.deliver(makeDelivery({ article: { title, ...plan } }));
    }
    await settled(owner);
    await page.reload();
    await page.getByRole('link', { name: 'Planned', exact: true }).click();
    const day = page.getByRole('list', { name: 'Mar 2, 2099' });
    await day.getByRole('link', { name: 'Cold brew in March' }).waitFor();
    await expect(day.getByRole('listitem').count()).resolves.toBe(2);
    await page.getByRole('heading', { name: 'May 11, 2099' }).waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await picture(page, 'planned');
    await page.getByRole('link', { name: 'Descaling in May' }).click();
    await page.waitForURL(/content-manager/);
  });

  it('is to be looked at, in the list and beside the article, by whoever may not answer a question', async () => {
    const first = makeDelivery({ article: { title: 'A question' } });
    await site.deliver(first);
    await site.deliver(nextDelivery(first, { event: 'article.reviewed' }));
    await settled(owner);
    const actions = ['deliveries.read', 'explorer.read', 'explorer.update'];
    const onlooker = await signIn(
      browser,
      site.url,
      await register(owner, { name: 'Onlooker', actions }),
    );
    await go(onlooker, WAITING);
    const line = item('A question', onlooker);
    await line.getByText('Question', { exact: true }).waitFor();
    await expect(line.getByRole('link').allTextContents()).resolves.toEqual([
      'A question',
      'Look at it',
    ]);
    await line.getByRole('link', { name: 'A question', exact: true }).click();
    const question = onlooker.getByRole('region', { name: 'Question' });
    await question.getByRole('link').waitFor();
    await expect(question.getByRole('link').textContent()).resolves.toBe('Look at it');
    await onlooker.context().close();
  });

  it('is said beside the article to be for others, all of it in sight, where one may do nothing about it', async () => {
    const long = 'in_translation_by_a_colleague_of_another_department';
    const status = { event: 'article.status_changed' };
    const word = makeDelivery({ ...status, article: { title: 'A long word', status: long } });
    const wordId = await site.deliver(word);
    const asked = makeDelivery({ article: { title: 'A question for others' } });
    await site.deliver(asked);
    await site.deliver(nextDelivery(asked, { event: 'article.reviewed' }));
    await settled(owner);
    const person = await registerStandardEditor(owner, 'editor-without-a-log@example.com');
    const editor = await signIn(browser, site.url, person);
    const open = async ({ article }: WireDelivery, label: string) => {
      const query = `filters[sourceId][$eq]=${article.id}`;
      const { results } = await owner.get<{ results: { documentId: string }[] }>(
        `${ARTICLES}?${query}`,
      );
      await go(editor, `/admin${ARTICLES}/${results[0]?.documentId}`);
      const region = editor.getByRole('region', { name: label });
      await region.waitFor();
      return region;
    };
    const question = await open(asked, 'Question');
    expect(await question.innerText()).toContain('for somebody who may see deliveries');
    await open(word, 'Unknown word');
    await expect(spilling(editor, 'aside')).resolves.toEqual([]);
    await editor.context().close();
    const name = 'Without the settings';
    const acting = await signIn(browser, site.url, await register(owner, { ...EDITOR, name }));
    await acting.setViewportSize({ width: 390, height: 844 });
    await go(acting, `/admin/plugins/article-receiver/deliveries/${wordId}`);
    await acting.getByText('Somebody who may act on deliveries').waitFor();
    await expect(spilling(acting, 'main')).resolves.toEqual([]);
    await acting.context().close();
  });

  it('is not said to be nothing to whom Strapi shows no articles, as on a site that was there before', async () => {
    const person = await registerStandardEditor(owner, 'editor-from-before@example.com');
    await closeToEditors(owner);
    const editor = await signIn(browser, site.url, person);
    const closed = 'Your role may not read any articles.';
    await editor.getByRole('region', { name: 'Waiting for you' }).getByText(closed).waitFor();
    await editor.getByRole('link', { name: 'Articles received', exact: true }).click();
    await editor.locator('main').getByText(closed).waitFor();
    await expect(editor.getByText('Nothing waits for you.').count()).resolves.toBe(0);
    await editor.context().close();
  });
});
