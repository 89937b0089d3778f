import type { Browser, Page } from 'playwright-core';
import { makeDelivery } from '../support/feed/deliveries';
import { eventually } from '../support/eventually';
import { seriousFindings } from './support/accessibility';
import { picture, signIn, speak } from './support/browser';
import { go, loaded } from './support/going';
import { holdAnswers } from './support/held-answers';
import { cutOff } from './support/layout';
import { LOG } from './support/log-pages';
import { openSite, type OpenedSite } from './support/opened-site';
import { EDITOR, READER, register, STRANGER, type Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

const CONNECTION = '/admin/settings/article-receiver/connection';
const CONFIGURATION = '/admin/settings/article-receiver/configuration';
const NO_PERMISSION = "You don't have the permissions to access that content";

interface Settings {
  values: Record<string, unknown>;
}

let site: RunningSite;
let browser: Browser;
let close: OpenedSite['close'] | undefined;
let owner: Owner;
let page: Page;

beforeAll(async () => {
  const overlay = { plugin: { publishOnReady: true, statusMap: { in_review: 'draft' } } };
  ({ site, owner, browser, page, close } = await openSite({ overlay }));
});
afterAll(() => close?.());

const tokens = () => page.locator('section').filter({ hasText: 'Each token opens the webhook' });
const tokenRow = (text: string) => tokens().locator('tbody tr').filter({ hasText: text });
const dialog = () => page.getByRole('dialog');

async function isAccepted(token: string): Promise<boolean> {
  return site.deliver(makeDelivery(), token).then(
    () => true,
    () => false,
  );
}

/** The token at the end of the address that is shown, once. */
async function shownToken(): Promise<string> {
  await dialog().getByText('Copy it now').waitFor();
  const address = await dialog().locator('code').textContent();
  await dialog().getByRole('button', { name: 'I have copied it' }).click();
  return address?.split('/').at(-1) ?? '';
}

describe('the connection', () => {
  it('is found in the settings, with the address to copy', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await go(page, '/admin/settings');
    await page.getByRole('link', { name: 'Connection' }).click();
    await page.getByRole('button', { name: 'Copy the address' }).first().click();
    await page.getByText('Copied').waitFor();
    await expect(page.evaluate('navigator.clipboard.readText()')).resolves.toBe(
      `${site.url}/api/article-receiver/webhook/TOKEN`,
    );
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('has tokens: made, shown once, replaced with an overlap, and revoked', async () => {
    await page.getByRole('button', { name: 'Create a token' }).click();
    await dialog().getByLabel('Name').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Magazine');
    await expect(seriousFindings(page, '[role=dialog]')).resolves.toEqual([]);
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    const first = await shownToken();
    await eventually(async () => {
      const focused = await page.evaluate('document.activeElement?.closest("main") !== null');
      expect(focused).toBe(true);
    });
    await tokenRow('Magazine').getByText('Not yet').waitFor();
    await expect(isAccepted(first)).resolves.toBe(true);
    await page.reload();
    await tokenRow('Magazine').getByText('from').waitFor();
    await expect(page.content()).resolves.not.toContain(first);

    await page.getByRole('button', { name: 'Rotate Magazine' }).click();
    await dialog().getByRole('button', { name: 'Rotate', exact: true }).click();
    const second = await shownToken();
    await tokenRow('Replaced').waitFor();
    await tokenRow('Replaced')
      .getByText(/^until .*\d:\d\d/)
      .waitFor();
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([true, true]);
    await picture(page, 'tokens', tokens());

    await tokenRow('Replaced').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await tokenRow('Revoked').waitFor();
    expect([await isAccepted(first), await isAccepted(second)]).toEqual([false, true]);

    await tokenRow('Revoked').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await tokenRow('Revoked').waitFor({ state: 'detached' });
  });

  it('shows a token until somebody says that it is copied, also to whoever clicks beside it', async () => {
    await page.getByRole('button', { name: 'Create a token' }).click();
    await dialog().getByLabel('Name').fill('Newspaper');
    await dialog().getByRole('button', { name: 'Create', exact: true }).click();
    await dialog().getByText('Copy it now').waitFor();
    await page.mouse.click(20, 400);
    await loaded(page);
    await expect(dialog().count()).resolves.toBe(1);
    await expect(isAccepted(await shownToken())).resolves.toBe(true);
  });

  it('says of an address that the internet cannot reach what to do', async () => {
    await page.getByText('The service cannot reach localhost from the internet').waitFor();
  });

  it('is tried with a test delivery that shows its way', async () => {
    await page.getByRole('button', { name: 'Send a test delivery' }).click();
    await page.getByRole('link', { name: 'Open the article' }).waitFor();
    await expect(page.getByLabel('Worked').count()).resolves.toBe(5);
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    const test = page.locator('section').filter({ hasText: 'A made-up article' });
    await picture(page, 'test-delivery', test);
    await page.getByRole('button', { name: 'Remove test articles' }).click();
    await page.getByText('One test article is deleted').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The test articles are removed').waitFor();
    await page.getByRole('button', { name: 'Remove test articles' }).waitFor({ state: 'detached' });
  });

  it('has the buttons of a token in sight, however long its name is', async () => {
    const name = 'w'.repeat(100);
    await owner.send('POST', '/article-receiver/tokens', { name, expiresAt: null });
    await page.reload();
    await tokenRow(name).waitFor();
    await expect(cutOff(page)).resolves.toEqual([]);
  });
});

describe('the configuration', () => {
  const save = async () => {
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/settings'),
    );
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    // Of an earlier save, too, while that is still shown.
    await page.getByText('The settings are saved').first().waitFor();
  };
  const values = async () => (await owner.get<Settings>('/article-receiver/settings')).values;
  /** The status of the answer to a monitor, with an API token made as the docs say. */
  const scraped = async (address: string) => {
    const token = { name: 'Monitor', description: '', type: 'custom', lifespan: null };
    const permissions = ['plugin::article-receiver.metrics.scrape'];
    const { data } = await owner.send<{ data: { accessKey: string } }>(
      'POST',
      '/admin/api-tokens',
      { ...token, permissions },
    );
    const headers = { authorization: `Bearer ${data.accessKey}` };
    return (await fetch(address, { headers })).status;
  };

  it('shows what the site’s files fix, and does not let it be changed', async () => {
    await go(page, CONFIGURATION);
    await page.getByRole('heading', { name: 'Statuses of the service' }).waitFor();
    const publish = page.getByRole('combobox', { name: 'Publish what is announced as ready' });
    await expect(publish.isDisabled()).resolves.toBe(true);
    await expect(publish.textContent()).resolves.toBe('At once');
    await page
      .getByRole('row', { name: /in_review/ })
      .getByText('Set in the site')
      .waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await picture(page, 'configuration');
  });

  it('changes what is left, at once', async () => {
    await page.getByLabel('Another status').fill('frozen');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Deliveries a minute').fill('500');
    await page.getByLabel('Website ids').fill('site_1\nsite_2');
    await page.getByLabel('Days that replaced deliveries are kept word for word').fill('30');
    await page.getByRole('switch', { name: 'Offer metrics' }).click();
    await page.getByRole('switch', { name: 'Mail a digest' }).click();
    await page.getByLabel('Other addresses').fill('desk@example.com');
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await save();
    await expect(values()).resolves.toMatchObject({
      statusMap: { in_review: 'draft', frozen: 'draft' },
      rateLimit: { perMinute: 500 },
      accept: { websiteIds: ['site_1', 'site_2'] },
      retention: { bodiesDays: 30 },
      metrics: { enabled: true },
      alerts: { mail: { to: ['desk@example.com'] } },
    });
    // Who saves with the keyboard goes on from the form, and not from the top of the page.
    await eventually(async () => {
      const focused = await page.evaluate('document.activeElement?.closest("form") !== null');
      expect(focused).toBe(true);
    });
    const shown = await page.getByText(/\/metrics$/).textContent();
    await expect(scraped(shown ?? '')).resolves.toBe(200);
    await page.getByRole('button', { name: 'Remove frozen' }).click();
    await page.getByLabel('Website ids').fill('');
    await page.getByLabel('Deliveries a minute').fill('');
    await save();
    await expect(values()).resolves.toMatchObject({
      statusMap: { in_review: 'draft' },
      rateLimit: null,
      accept: { websiteIds: null },
    });
  });

  it('takes a size that is no whole number of bytes', async () => {
    await page.getByLabel('Largest delivery, in MiB').fill('1.1');
    await save();
    await expect(values()).resolves.toMatchObject({ maxBodyBytes: 1_153_434 });
    await expect(page.getByLabel('Largest delivery, in MiB').inputValue()).resolves.toBe('1.1');
    await page.getByText(/ of [\d.,]+ MiB taken/).waitFor();
  });

  it('marks an address that is none where it was typed', async () => {
    const addresses = page.getByLabel('Other addresses');
    await addresses.fill('desk');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Nothing is saved: what does not fit is marked.').first().waitFor();
    await page.locator('[aria-invalid=true]:focus').waitFor();
    await expect(addresses.getAttribute('aria-invalid')).resolves.toBe('true');
    await expect(page.locator('[aria-invalid=true]').count()).resolves.toBe(1);
    await addresses.fill('desk@example.com');
    await expect(page.locator('[aria-invalid=true]').count()).resolves.toBe(0);
  });

  it('adds a word with Enter, and keeps one that is typed and not added', async () => {
    await page.getByLabel('Another status').fill('Boiled');
    await page.getByLabel('Another status').press('Enter');
    await page.getByRole('button', { name: 'Remove boiled' }).waitFor();
    await page.getByLabel('Another status').fill('thawed');
    await page.getByRole('link', { name: 'Connection' }).click();
    await page.getByText(/All your modifications will be lost/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await save();
    await page.getByRole('button', { name: 'Remove thawed' }).waitFor();
    await expect(values()).resolves.toMatchObject({
      statusMap: { boiled: 'draft', thawed: 'draft' },
    });
    await page.getByLabel('Another status').fill('forgotten');
    await page.getByRole('link', { name: 'Connection' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Connection', exact: true }).waitFor();
    await go(page, CONFIGURATION);
  });

  it('keeps what is typed while it saves, and right after, and what it saved', async () => {
    const websites = page.getByLabel('Website ids');
    const organizations = page.getByLabel('Organization ids');
    const saved = await holdAnswers(page, 'PUT', /article-receiver\/settings$/);
    const readAgain = await holdAnswers(page, 'GET', /article-receiver\/settings$/);
    await page.getByLabel('Deliveries a minute').fill('50');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved.answered;
    await websites.fill('site_9');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    saved.letGo();
    await answered;
    await organizations.fill('org_6a3e018e66f4136e1595');
    await page.getByText('The settings are saved').first().waitFor();
    readAgain.letGo();
    await loaded(page);
    await expect(websites.inputValue()).resolves.toBe('site_9');
    await save();
    await expect(values()).resolves.toMatchObject({
      rateLimit: { perMinute: 50 },
      accept: { websiteIds: ['site_9'], orgIds: ['org_6a3e018e66f4136e1595'] },
    });
    await page.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    for (const label of ['Website ids', 'Organization ids', 'Deliveries a minute'])
      await page.getByLabel(label).fill('');
    await save();
  });

  it('leaves what a colleague decides about a word while others are changed here', async () => {
    const set = (patch: object) => owner.send('PUT', '/article-receiver/settings', patch);
    await set({ accept: { pin: 'first-use' } });
    await site.deliver(makeDelivery());
    await settled(owner);
    await page.goto(CONFIGURATION);
    await page.getByLabel('Another status').fill('chilled');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await set({ statusMap: { ground: 'ignore' } });
    const forget = page.getByRole('button', { name: 'Forget it' });
    await forget.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Remove ground' }).waitFor();
    // The button is gone.
    await page.locator('div[tabindex="-1"]:focus').getByText('Organization').first().waitFor();
    await save();
    await expect(values()).resolves.toMatchObject({
      statusMap: { ground: 'ignore', chilled: 'draft' },
    });
    await set({ accept: { pin: null }, statusMap: { ground: null, chilled: null } });
    await page.reload();
  });

  it('leaves what a colleague chooses of the mail while something else of it is changed here', async () => {
    const set = (mail: object | null) =>
      owner.send('PUT', '/article-receiver/settings', { alerts: { mail } });
    const { data } = await owner.get<{ data: { id: number } }>('/admin/users/me');
    await set({ to: ['desk@example.com'], states: ['failed', 'parked', 'suggestion'] });
    await page.goto(CONFIGURATION);
    await page.getByRole('checkbox', { name: 'Deliveries that failed' }).click();
    await set({ to: ['desk@example.com', data.id], states: ['failed', 'parked'] });
    await save();
    await expect(values()).resolves.toMatchObject({
      alerts: { mail: { to: ['desk@example.com', data.id], states: ['parked'] } },
    });
  });

  it('marks that a mail is about nothing', async () => {
    const parked = page.getByRole('checkbox', { name: 'Deliveries that wait for a decision' });
    await parked.click();
    await page.getByRole('button', { name: 'Save' }).click();
    const misfit = page
      .locator('[data-misfit]')
      .filter({ hasText: 'Choose at least one of these.' });
    await misfit.and(page.locator(':focus')).waitFor();
    await parked.click();
    await misfit.waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Mail a digest' }).click();
    await save();
    await expect(values()).resolves.toMatchObject({ alerts: { mail: null } });
  });

  it('takes a list whose last line is ended, and what stands around its items', async () => {
    await page.getByLabel('Website ids').fill('site_1 \n\nsite_2\n');
    await save();
    await expect(values()).resolves.toMatchObject({ accept: { websiteIds: ['site_1', 'site_2'] } });
    await page.getByLabel('Website ids').fill('');
    await save();
  });

  it('asks before changes are left that nobody saved', async () => {
    await page.getByLabel('Website ids').fill('site_3');
    await page.getByRole('link', { name: 'Connection' }).click();
    await page.getByText(/All your modifications will be lost/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByLabel('Website ids').inputValue()).resolves.toBe('site_3');
    await page.getByRole('link', { name: 'Connection' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByRole('heading', { name: 'Connection', exact: true }).waitFor();
    await go(page, CONFIGURATION);
  });

  it('says at the field what is wrong with a value', async () => {
    await page.getByLabel('Addresses of senders').fill('the office');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This does not fit. IP addresses or ranges like').waitFor();
    await page.getByText('Nothing is saved').first().waitFor();
    // However far down that is.
    await page.locator('textarea:focus').getByText('the office').waitFor();
  });
});

describe('who may do less', () => {
  const address = async () => {
    const { results } = await owner.get<{ results: { deliveryId: string }[] }>(
      '/article-receiver/deliveries?pageSize=1',
    );
    return `${LOG}/deliveries/${results[0]?.deliveryId}`;
  };

  it('an editor works with the log, and finds no settings', async () => {
    await settled(owner);
    const editor = await signIn(browser, site.url, await register(owner, EDITOR));
    await go(editor, LOG);
    await editor.locator('tbody tr').first().waitFor();
    await editor.getByRole('button', { name: 'Apply all again' }).waitFor();
    await go(editor, await address());
    await editor.getByRole('button', { name: 'Apply again' }).waitFor();
    await go(editor, '/admin/settings');
    await editor.getByRole('link', { name: 'Home' }).first().waitFor();
    await expect(editor.getByRole('link', { name: 'Connection' }).count()).resolves.toBe(0);
    for (const refused of [CONNECTION, CONFIGURATION]) {
      await go(editor, refused);
      await editor.getByText(NO_PERMISSION).waitFor();
    }
    await editor.context().close();
  });

  it('a reader sees the log, and nothing to act with', async () => {
    const reader = await signIn(browser, site.url, await register(owner, READER));
    await go(reader, LOG);
    await reader.locator('tbody tr').first().waitFor();
    await expect(reader.getByRole('button', { name: /Apply .*again/ }).count()).resolves.toBe(0);
    await expect(reader.getByRole('checkbox').count()).resolves.toBe(0);
    await go(reader, await address());
    await reader.getByRole('heading', { name: 'What became of it' }).waitFor();
    await expect(reader.getByRole('button', { name: /Apply .*again/ }).count()).resolves.toBe(0);
    await reader.context().close();
  });

  it('a role without our permissions has no log, but what waits beside its articles', async () => {
    const stranger = await signIn(browser, site.url, await register(owner, STRANGER));
    await stranger.getByRole('link', { name: 'Articles received', exact: true }).click();
    await stranger.getByText('Nothing waits for you.').waitFor();
    await expect(stranger.getByRole('link', { name: 'Deliveries' }).count()).resolves.toBe(0);
    await go(stranger, LOG);
    await stranger.waitForURL(/waiting$/);
    await go(stranger, '/admin');
    await stranger.getByRole('region', { name: 'Waiting for you' }).waitFor();
    await expect(stranger.getByText(/Last delivery/).count()).resolves.toBe(0);
    for (const refused of [await address(), CONNECTION, CONFIGURATION]) {
      await go(stranger, refused);
      await stranger.getByText(NO_PERMISSION).waitFor();
    }
    await go(stranger, '/admin/content-manager/collection-types/plugin::article-receiver.article');
    await stranger.locator('tbody tr').first().click();
    await stranger.getByRole('heading', { name: /Article \d+/ }).waitFor();
    await stranger.getByText('Content service').waitFor();
    await expect(stranger.getByText('Last deliveries').count()).resolves.toBe(0);
    await stranger.context().close();
  });
});

describe('every page', () => {
  it.each([
    ['de', 'Eingegangene Artikel', 'Verbindung', 'Konfiguration'],
    ['fr', 'Articles reçus', 'Connexion', 'Configuration'],
    ['es', 'Artículos recibidos', 'Conexión', 'Configuración'],
  ])('speaks %s', async (language, log, connection, configuration) => {
    await go(page, LOG);
    await speak(page, language);
    await page.getByRole('heading', { name: log }).waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await go(page, CONNECTION);
    await page.getByRole('heading', { name: connection, exact: true }).waitFor();
    await go(page, CONFIGURATION);
    await page.getByRole('heading', { name: configuration, exact: true }).waitFor();
  });
});
