import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { signIn } from './support/browser';
import { go, loaded } from './support/going';
import { openSite, type OpenedSite } from './support/opened-site';
import type { Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';
const LOG = '/admin/plugins/article-receiver?page=1';
const CONNECTION = '/admin/settings/article-receiver/connection';

let site: RunningSite;
let close: OpenedSite['close'] | undefined;
let owner: Owner;
let page: Page;

beforeAll(async () => {
  const opened = await openSite();
  ({ site, owner, close } = opened);
  page = await signIn(opened.browser, site.url, owner, 'de');
});
afterAll(() => close?.());

/** The colour in which a message says that something did not work in all. */
const WARNING = 'rgb(253, 244, 220)';

/** Waits for a message that is no refusal; answers the colour that it has. */
async function colourOf(words: string): Promise<unknown> {
  const message = page.getByRole('status').filter({ hasText: words }).first();
  await message.waitFor();
  return page.evaluate(`getComputedStyle(
    [...document.querySelectorAll('[role=status]')].find(({ textContent }) =>
      textContent.includes(${JSON.stringify(words)}),
    ).parentElement,
  ).backgroundColor`);
}

/** An article whose editor has another slug and title than the service, whose slug somebody took. */
async function wantsTakenSlug(): Promise<string> {
  const first = makeDelivery();
  await site.deliver(first);
  await settled(owner);
  const { results } = await owner.get<{ results: { documentId: string }[] }>(
    `${ARTICLES}?filters[sourceId][$eq]=${first.article.id}`,
  );
  const documentId = results[0]?.documentId ?? '';
  const { slug } = first.article;
  await owner.send('PUT', `${ARTICLES}/${documentId}`, { slug: `${slug}-ours`, title: 'Unser' });
  const wanted = { slug: `${slug}-beta`, title: 'Ihr' };
  await site.deliver(nextDelivery(first, { article: wanted }));
  await settled(owner);
  await owner.send('POST', ARTICLES, { title: 'Im Weg', slug: wanted.slug });
  await go(page, `/admin${ARTICLES}/${documentId}`);
  return wanted.slug;
}

describe('what the server does not do', () => {
  it('is said in the reader’s language, of a slug that another article has', async () => {
    const slug = await wantsTakenSlug();
    const panel = page.getByRole('group', { name: 'Inhaltsdienst' });
    const suggestion = panel.getByRole('region', { name: 'Slug' });
    await suggestion.getByRole('button', { name: 'Übernehmen' }).click();
    const words = `„Im Weg“ hat den Slug „${slug}“. Ändere zuerst einen der beiden.`;
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await panel.getByRole('button', { name: 'Alle übernehmen' }).click();
    // Not as if it had worked.
    await expect(colourOf(words)).resolves.toBe(WARNING);
    await expect(page.content()).resolves.not.toContain('another article');
    await panel.getByRole('region', { name: 'Titel' }).waitFor({ state: 'detached' });
  });

  it('leaves the focus at the button that was pressed, for whoever has no mouse', async () => {
    const panel = page.getByRole('group', { name: 'Inhaltsdienst' });
    const accept = panel.getByRole('region', { name: 'Slug' }).getByRole('button', {
      name: 'Übernehmen',
    });
    await accept.focus();
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/accept'));
    await page.keyboard.press('Enter');
    expect((await refused).ok()).toBe(false);
    await loaded(page);
    const focused = `document.activeElement.closest('section')?.ariaLabel + ': '
      + document.activeElement.textContent`;
    await eventually(async () => expect(await page.evaluate(focused)).toBe('Slug: Übernehmen'));
  });

  it('is said in the reader’s language, of a job that is not over', async () => {
    await go(page, LOG);
    const details = { reason: 'job-active', kind: 'rebuild', state: 'paused' };
    const error = { status: 409, name: 'ConflictError', message: 'a rebuild is paused already' };
    await page.route('**/article-receiver/deliveries/redrive', async (route) => {
      const { dryRun } = route.request().postDataJSON() as { dryRun?: boolean };
      if (dryRun) return route.fallback();
      await route.fulfill({ status: 409, json: { data: null, error: { ...error, details } } });
    });
    await page.getByRole('button', { name: 'Alle erneut anwenden' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Jetzt anwenden' }).click();
    const words = 'Nur eines auf einmal: Das erneute Anwenden von allem ist angehalten.';
    await page.getByText(words).first().waitFor();
    await page.unroute('**/article-receiver/deliveries/redrive');
    await page.keyboard.press('Escape');
  });
});

describe('a test delivery', () => {
  const steps = () => page.locator('ol[aria-live=polite] > li');

  it('says its steps in the reader’s language', async () => {
    await go(page, CONNECTION);
    await page.getByRole('button', { name: 'Testzustellung senden' }).click();
    await page.getByText('Der Entwurf ist da, sein Bild in der Medienbibliothek.').waitFor();
    await page.getByText('Der Test ist vorbei').first().waitFor();
    await expect(steps().allTextContents()).resolves.toEqual([
      expect.stringContaining('an /api/article-receiver/webhook'),
      expect.stringContaining('Der Webhook hat mit 202 geantwortet.'),
      expect.stringContaining('Die Zustellung ist da.'),
      expect.stringContaining('Der Artikel ist daraus entstanden.'),
      expect.stringContaining('Medienbibliothek'),
    ]);
    await page.getByText('Der Test ist vorbei').waitFor({ state: 'detached' });
  });

  it('that got stuck is not told as if it had worked', async () => {
    await owner.send('PUT', '/article-receiver/settings', { allowFrom: ['203.0.113.9'] });
    await page.getByRole('button', { name: 'Testzustellung senden' }).click();
    await page.getByText('ist nicht unter denen, von denen').waitFor();
    await expect(colourOf('Der Test ist nicht durchgekommen')).resolves.toBe(WARNING);
    await expect(page.getByText('Der Test ist vorbei').count()).resolves.toBe(0);
    await owner.send('PUT', '/article-receiver/settings', { allowFrom: null });
  });
});

describe('the tokens', () => {
  it('of the site’s environment are named in the reader’s language, and so is why one is not made', async () => {
    await go(page, CONNECTION);
    await page.getByText('Umgebung 1').waitFor();
    await page.getByRole('button', { name: 'Token anlegen' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('environment 1');
    await page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('So heißen Tokens der Konfiguration').first().waitFor();
    await page.getByRole('dialog').getByLabel('Name').fill('Test delivery 1');
    await page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }).click();
    await page.getByText('So heißen Tokens von Testzustellungen').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('are shown with no address where that cannot be read', async () => {
    await page.route('**/article-receiver/settings', (route) => route.abort());
    await page.reload();
    await page.getByText('Ein unbekannter Fehler').first().waitFor();
    await expect(page.getByText('/webhook/TOKEN').count()).resolves.toBe(0);
    await page.unroute('**/article-receiver/settings');
  });
});
