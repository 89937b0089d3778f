import type { Page } from 'playwright-core';
import { makeDelivery } from '../support/feed/deliveries';
import { samples } from '../support/feed/samples';
import { until } from '../support/until';
import { seriousFindings } from './support/accessibility';
import { picture } from './support/browser';
import { go } from './support/going';
import { LOG } from './support/log-pages';
import { openSite, type OpenedSite } from './support/opened-site';
import type { Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

let site: RunningSite;
let close: OpenedSite['close'] | undefined;
let owner: Owner;
let page: Page;

beforeAll(async () => {
  ({ site, owner, page, close } = await openSite());
  for (const { bytes } of samples()) {
    await site.deliver(bytes);
    await settled(owner);
  }
});
afterAll(() => close?.());

const rows = () => page.locator('tbody tr');
const state = (name: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ?${name}$`) });

describe('redriving many', () => {
  const dialog = () => page.getByRole('dialog');

  it('says first what would change, for a selection', async () => {
    await go(page, `${LOG}?filters[$and][0][state][$eq]=applied`);
    await rows().nth(1).waitFor();
    for (const index of [0, 1]) await rows().nth(index).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Apply the selection again' }).click();
    await dialog().getByText('2 deliveries of 2 articles').waitFor();
    await dialog().getByText('2 unchanged').waitFor();
    await expect(seriousFindings(page, '[role=dialog]')).resolves.toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('goes through a filter, with its progress, and leaves what an editor deleted', async () => {
    const { results } = await owner.get<{ results: { documentId: string }[] }>(
      `/content-manager/collection-types/plugin::article-receiver.article?filters[slug][$eq]=pour-over-ratio`,
    );
    await owner.remove(
      `/content-manager/collection-types/plugin::article-receiver.article/${results[0]?.documentId}`,
    );
    await go(page, `${LOG}?_q=pour-over`);
    await rows().first().waitFor();
    await page.getByRole('button', { name: 'Apply all that match again' }).click();
    await dialog().getByText('1 deleted by an editor, and stays so').waitFor();
    await picture(page, 'bulk-redrive');
    await dialog().getByRole('button', { name: 'Apply now' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'The deliveries are applied again' }).waitFor();
    await page.getByText(/0 articles changed, 0 failed/).waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('shows how far a long one is, and lets it pause, go on and be cancelled', async () => {
    // A job of a few articles is over before anybody could press a button.
    const job = { id: 99, kind: 'redrive', total: 4_000, done: 1_200, changed: 30, failed: 1 };
    const states = { pause: 'paused', resume: 'running', cancel: 'cancelled' } as const;
    let state: string = 'running';
    await page.route('**/article-receiver/rebuild**', async (route) => {
      const change = route.request().url().split('/').at(-1) ?? '';
      if (change in states) state = states[change as keyof typeof states];
      await route.fulfill({ json: { data: { ...job, state } } });
    });
    await go(page, LOG);
    await page.getByText('1,200 of 4,000 deliveries; 30 articles changed, 1 failed').waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    const progress = page.locator('section').filter({ has: page.getByRole('progressbar') });
    await picture(page, 'progress', progress);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'Applying again is paused' }).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'Deliveries are being applied again' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the rest' }).click();
    await page.getByRole('heading', { name: 'Applying again was cancelled' }).waitFor();
    // The button that was pressed is gone.
    await page.locator('section:focus').getByText('Applying again was cancelled').waitFor();
    await page.unroute('**/article-receiver/rebuild**');
  });

  describe('of thousands that all differ', () => {
    const REDRIVE = '**/article-receiver/deliveries/redrive';
    /** Where each part that was asked for begins. */
    let asked: number[];
    let goOn = () => undefined as void;
    let isAway: boolean;

    beforeEach(async () => {
      asked = [];
      isAway = false;
      const none = { create: 0, publish: 0, unpublish: 0, hold: 0, planned: 0, deleted: 0 };
      const lists = { failed: [], changes: [], adoptions: [] };
      const all = { ...none, ...lists, adopt: 0, dryRun: true, deliveries: 4_000 };
      const found = { ...all, articles: 600, update: 500, unchanged: 100 };
      await page.route(REDRIVE, async (route) => {
        const { after } = route.request().postDataJSON() as { after: number };
        asked.push(after);
        if (after > 0) await new Promise<void>((resolve) => (goOn = resolve));
        if (isAway) return route.abort();
        const next = after + 1_200;
        await route.fulfill({ json: { data: { ...found, looked: next, next } } });
      });
      // A page to go back to.
      await go(page, '/admin/me');
      await go(page, LOG);
      await page.getByRole('button', { name: 'Apply all again' }).click();
      await dialog().getByText('1,200 of 4,000 deliveries looked at so far').waitFor();
      await until('the next part', () => asked.length === 2);
    });
    afterEach(() => page.unroute(REDRIVE));

    it('shows no part of it as if it were all, where the server does not answer any more', async () => {
      isAway = true;
      goOn();
      await dialog().getByText('It could not be said what would change').waitFor();
      await expect(dialog().getByText('500 to change').count()).resolves.toBe(0);
      const apply = dialog().getByRole('button', { name: 'Apply now' });
      await expect(apply.count()).resolves.toBe(0);
      isAway = false;
      await dialog().getByRole('button', { name: 'Try again' }).click();
      await dialog().getByText('1,200 of 4,000 deliveries looked at so far').waitFor();
      await page.keyboard.press('Escape');
    });

    /** Lets the part be answered that waits, and the panel do what it does then. */
    async function answerWhatWaits(): Promise<void> {
      const answered = page.waitForResponse(REDRIVE);
      goOn();
      await answered;
      await page.evaluate(`fetch('/admin/init').then((answer) => answer.json())`);
    }

    it('says how far it is, and adds up what it finds', async () => {
      await dialog().getByRole('progressbar').waitFor();
      await dialog().getByText('1,200 deliveries of 600 articles').waitFor();
      await dialog().getByText('500 to change').waitFor();
      await expect(seriousFindings(page, '[role=dialog]')).resolves.toEqual([]);
      // Whoever has seen enough need not wait.
      const apply = dialog().getByRole('button', { name: 'Apply now' });
      await expect(apply.isEnabled()).resolves.toBe(true);
      await answerWhatWaits();
      await dialog().getByText('2,400 of 4,000 deliveries looked at so far').waitFor();
      await dialog().getByText('1,000 to change').waitFor();
      await until('the part after that', () => asked.length === 3);
      await page.keyboard.press('Escape');
    });

    it('ends with its dialog', async () => {
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await answerWhatWaits();
      expect(asked).toEqual([0, 1_200]);
    });

    it('ends with its page', async () => {
      await page.goBack();
      await dialog().waitFor({ state: 'detached' });
      await answerWhatWaits();
      expect(asked).toEqual([0, 1_200]);
    });
  });

  it('says where it lists fewer articles than would change', async () => {
    const changes = Array.from({ length: 100 }, (_, index) => ({
      ...{
        articleId: `art_${index}`,
        title: `Article ${index}`,
        documentId: null,
        action: 'create',
      },
      ...{ adopts: null, fields: [], publication: 'none', plannedAt: null, states: [] },
    }));
    const none = { update: 0, publish: 0, unpublish: 0, hold: 0, planned: 0, deleted: 0, adopt: 0 };
    const all = { deliveries: 400, looked: 400, next: null, articles: 400, create: 400 };
    const lists = { unchanged: 0, failed: [], changes, adoptions: [] };
    await page.route('**/article-receiver/deliveries/redrive', (route) =>
      route.fulfill({ json: { data: { dryRun: true, ...none, ...all, ...lists } } }),
    );
    await go(page, LOG);
    await page.getByRole('button', { name: 'Apply all again' }).click();
    await dialog().getByText('400 to create').waitFor();
    await dialog().getByText('Only the first 100 articles are listed here').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.unroute('**/article-receiver/deliveries/redrive');
  });

  it('says what applying all again would change', async () => {
    await go(page, LOG);
    await page.getByRole('button', { name: 'Apply all again' }).click();
    await dialog()
      .getByText(/^\d+ deliveries of \d+ articles$/)
      .waitFor();
    await expect(dialog().getByRole('button', { name: 'Apply now' }).isEnabled()).resolves.toBe(
      true,
    );
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('decides the words of several, and leaves several out', async () => {
    const withWord = (status: string) =>
      makeDelivery({ event: 'article.status_changed', article: { status } });
    for (const word of ['in_layout', 'in_print']) await site.deliver(withWord(word));
    await site.deliver({ event: 'article.ready', orgId: 'org_broken' });
    await settled(owner);
    await go(page, `${LOG}?pageSize=3`);
    await rows().nth(2).waitFor();
    for (const index of [0, 1, 2]) await rows().nth(index).getByRole('checkbox').click();
    await page.route('**/deliveries/words**', (route) => route.abort());
    await page.getByRole('button', { name: 'Decide the words' }).click();
    await dialog().getByText('The words could not be looked up. Try again.').waitFor();
    await page.unroute('**/deliveries/words**');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Decide the words' }).click();
    await dialog().getByText('What does “in_layout” mean?').waitFor();
    await dialog()
      .getByRole('combobox', { name: /in_layout/ })
      .click();
    await page.getByRole('option', { name: /^Draft/ }).click();
    await expect(seriousFindings(page, '[role=dialog]')).resolves.toEqual([]);
    await dialog().getByRole('button', { name: 'Decide and apply' }).click();
    await dialog().waitFor({ state: 'detached' });
    await settled(owner);
    await rows().filter({ hasText: 'To be decided' }).nth(0).waitFor();
    await expect(rows().filter({ hasText: 'To be decided' }).count()).resolves.toBe(1);

    for (const index of [0, 1]) await rows().nth(index).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Leave 2 out' }).click();
    await dialog().getByLabel('Reason').fill('A test of the service');
    await dialog().getByRole('button', { name: 'Leave out' }).click();
    await dialog().waitFor({ state: 'detached' });
    await settled(owner);
    await go(page, LOG);
    await state('Left out').click();
    await rows().nth(2).waitFor({ state: 'detached' });
    await expect(rows().count()).resolves.toBe(2);
    await page.getByRole('button', { name: /^2 ?Left out$/ }).waitFor();
  });

  it('leads to the page before when all that a page had is decided', async () => {
    const titles = ['Decided last', 'Decided first'];
    for (const title of titles) {
      const article = { title, status: 'in_proof' };
      await site.deliver(makeDelivery({ event: 'article.status_changed', article }));
    }
    await settled(owner);
    await go(page, `${LOG}?pageSize=1&_q=Decided`);
    await state('To be decided').click();
    await page.getByRole('button', { name: 'Older deliveries' }).click();
    await rows().filter({ hasText: 'Decided last' }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Leave 1 out' }).click();
    await dialog().getByRole('button', { name: 'Leave out' }).click();
    await dialog().waitFor({ state: 'detached' });
    await rows().filter({ hasText: 'Decided first' }).waitFor();
    expect(await page.getByText('No delivery matches').count()).toBe(0);
  });
});
