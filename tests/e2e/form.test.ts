import type { Browser, Page } from 'playwright-core';
import { eventually } from '../support/eventually';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { seriousFindings } from './support/accessibility';
import { picture, signIn, speak, startBrowser } from './support/browser';
import { go, lookAwayAndBack } from './support/going';
import { registerOwner, registerStandardEditor, type Owner } from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';

let site: RunningSite;
let browser: Browser;
let owner: Owner;
let page: Page;
let documentId: string;

interface Entry {
  documentId: string;
  title: string;
  author: string | null;
  keyTakeaways: string[] | null;
  keywords: string[] | null;
  jsonLd: object | null;
}

const read = async (): Promise<Entry> =>
  (await owner.get<{ data: Entry }>(`${ARTICLES}/${documentId}`)).data;

beforeAll(async () => {
  site = await startSite();
  owner = await registerOwner(site.url);
  const hero = await makeImage({ width: 640, height: 400 }, { kind: 'hero', alt: 'A kettle' });
  const delivery = makeDelivery({
    article: {
      title: 'Pour-over coffee for beginners',
      keyTakeaways: ['Weigh the water.', 'Grind finer.'],
      keywords: ['coffee', 'filter'],
      images: [hero],
      heroImageUrl: hero.url,
    },
  });
  await site.deliver(delivery);
  await settled(owner);
  const { results } = await owner.get<{ results: Entry[] }>(ARTICLES);
  documentId = results[0]?.documentId ?? '';
  browser = await startBrowser();
  page = await signIn(browser, site.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const panel = () => page.locator('aside:has(> h2:text-is("Content service"))');
const group = (name: string) => page.getByRole('group', { name });

async function open(on = page): Promise<void> {
  // The panel starts anew: what it asks for is what an editor's first look at an article costs.
  await on.goto(`/admin${ARTICLES}/${documentId}`);
  await on.getByRole('group', { name: 'Content service' }).waitFor();
}

async function save(): Promise<void> {
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved document').first().waitFor();
}

/** What axe finds, apart from Strapi's own frame around a picture. */
const findings = async (on: Page) =>
  (await seriousFindings(on, 'main')).filter((finding) => !finding.includes('"slide"'));

describe('the form of an article', () => {
  it('asks for nothing that it shows to the service alone, and for each article once', async () => {
    const asked: string[] = [];
    const note = (request: { url(): string }) => {
      if (request.url().includes('/article-receiver/')) asked.push(request.url());
    };
    // The page where one signed in may go on asking meanwhile.
    await page.goto('about:blank');
    page.on('request', note);
    await open();
    await panel().getByText('Last deliveries').waitFor();
    await page.waitForLoadState('networkidle');
    page.off('request', note);
    expect(asked.filter((url, index) => asked.indexOf(url) !== index)).toEqual([]);
  });

  it('has lines, and folds what the service alone writes into the panel', async () => {
    for (const name of [/^Title/, /^Author$/, /^Language$/, /^Category$/]) {
      await page.locator('input').and(page.getByLabel(name)).first().waitFor();
    }
    await expect(page.getByLabel('Organization id').count()).resolves.toBe(0);
    await panel().getByRole('button', { name: 'Details' }).click();
    await panel().getByText('Organization id').waitFor();
    await expect(findings(page)).resolves.toEqual([]);
    await panel().getByRole('button', { name: 'Details' }).click();
  });

  it('is changed and not changed as one types and takes it back', async () => {
    const saving = (disabled: boolean) => page.getByRole('button', { name: 'Save', disabled });
    const author = page.getByLabel('Author', { exact: true });
    const before = await author.inputValue();
    await author.fill('Somebody else');
    await saving(false).waitFor();
    await author.fill(before);
    await saving(true).waitFor();
  });

  it('keeps takeaways as a list that can be added to, sorted and shortened', async () => {
    const list = group('Key takeaways');
    await list.getByRole('button', { name: 'Add one' }).click();
    await page.keyboard.type('Wait four minutes.');
    await list.getByRole('button', { name: 'Move item 3 up' }).click();
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.dataset.part')).toBe('up'),
    );
    await list.getByRole('button', { name: 'Delete item 1' }).click();
    await save();
    await expect(read()).resolves.toMatchObject({
      keyTakeaways: ['Wait four minutes.', 'Grind finer.'],
    });
  });

  it('moves and deletes the takeaway whose button is pressed, also right after another was emptied', async () => {
    const list = group('Key takeaways');
    const keyTakeaways = ['First.', 'Second.', 'Third.', 'Fourth.'];
    const pressedAfterEmptying = async (button: string) => {
      await owner.send('PUT', `${ARTICLES}/${documentId}`, { keyTakeaways });
      await open();
      await list.getByLabel('Item 1', { exact: true }).fill('');
      await list.getByRole('button', { name: button }).click();
      await save();
      return (await read()).keyTakeaways;
    };
    expect(await pressedAfterEmptying('Delete item 3')).toEqual(['Second.', 'Fourth.']);
    expect(await pressedAfterEmptying('Move item 3 up')).toEqual(['Third.', 'Second.', 'Fourth.']);
  });

  it('keeps keywords as chips, typed or pasted', async () => {
    await page.getByRole('button', { name: 'Remove filter' }).click();
    await page.getByLabel('Keywords', { exact: true }).first().fill('kettle, Coffee, scale,');
    await save();
    await expect(read()).resolves.toMatchObject({ keywords: ['coffee', 'kettle', 'scale'] });
  });

  it('takes each line that is pasted for a keyword, or a takeaway, of its own', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const paste = async (words: string) => {
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(words)})`);
      await page.keyboard.press('Control+V');
    };
    // The form takes a moment to hand back what was pasted.
    const writesIn = (text: string) =>
      eventually(async () =>
        expect(await page.evaluate('document.activeElement.value')).toBe(text),
      );
    const keyTakeaways = ['First.', 'Second.'];
    await owner.send('PUT', `${ARTICLES}/${documentId}`, { keyTakeaways, keywords: ['coffee'] });
    await open();
    await page.getByLabel('Keywords', { exact: true }).first().focus();
    await paste('flat white\r\nCoffee\n\ncortado\n');
    await page.getByLabel('Item 1', { exact: true }).focus();
    await page.keyboard.press('End');
    await paste(' And\nThird.\n');
    await writesIn('Third.');
    await page.getByLabel('Item 3', { exact: true }).focus();
    await page.keyboard.press('End');
    await paste(' Or\nFourth.');
    await writesIn('Fourth.');
    await save();
    await expect(read()).resolves.toMatchObject({
      keywords: ['coffee', 'flat white', 'cortado'],
      keyTakeaways: ['First. And', 'Third.', 'Second. Or', 'Fourth.'],
    });
  });

  it('shows structured data as others read it before it is edited', async () => {
    await page.getByRole('button', { name: /Structured data/ }).click();
    await page.getByRole('tab', { name: 'Preview' }).waitFor();
    await page.getByRole('tabpanel').getByText('Article', { exact: true }).last().waitFor();
    await expect(findings(page)).resolves.toEqual([]);
    await page.getByRole('button', { name: /Structured data/ }).click();
  });

  it('is one to write in for Strapi’s own Editor, too', async () => {
    const editor = await signIn(browser, site.url, await registerStandardEditor(owner));
    await open(editor);
    await expect(findings(editor)).resolves.toEqual([]);
    await editor.getByLabel('Author', { exact: true }).fill('Edda Editor');
    await editor.getByRole('button', { name: 'Save' }).click();
    await editor.getByText('Saved document').first().waitFor();
    await expect(read()).resolves.toMatchObject({ author: 'Edda Editor' });
    await editor.context().close();
  });

  it('has its labels in the reader’s language', async () => {
    await open();
    await picture(page, 'form');
    await speak(page, 'de');
    await page.getByLabel('Zusammenfassung (TL;DR)').waitFor();
    await page.getByRole('group', { name: 'Das Wichtigste' }).waitFor();
    await speak(page, 'en');
  });
});

describe('the menu of the Content Manager', () => {
  it('has articles, and leads to what goes with them from their list', async () => {
    await go(page, `/admin${ARTICLES}`);
    const menu = page.getByRole('navigation').filter({ hasText: 'Collection Types' });
    await menu.getByRole('link', { name: 'Article' }).waitFor();
    for (const name of ['Media', 'Campaign', 'Tag']) {
      await expect(menu.getByRole('link', { name, exact: true }).count()).resolves.toBe(0);
    }
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Campaigns' }).click();
    await page.getByText('Home Coffee Guides').waitFor();
  });
});

describe('what the service changed, beside the form', () => {
  it('has days as the form has them, in the reader’s language', async () => {
    const first = makeDelivery({ article: { title: 'A matter of days' } });
    await site.deliver(first);
    await settled(owner);
    const { results } = await owner.get<{ results: Entry[] }>(`${ARTICLES}?_q=matter`);
    const address = `${ARTICLES}/${results[0]?.documentId}`;
    await owner.send('PUT', address, { frontmatterDate: '2026-09-16' });
    const latest = nextDelivery(first, { article: { frontmatterDate: '2026-09-23' } });
    const deliveryId = await site.deliver(latest);
    await settled(owner);
    const german = await signIn(browser, site.url, owner, 'de');
    await go(german, `/admin${address}`);
    const date = german.getByLabel('Datum', { exact: true }).first();
    await expect(date.inputValue()).resolves.toBe('16.09.2026');
    const suggestion = german.getByRole('region', { name: 'Datum', exact: true });
    await suggestion.getByText('16.09.2026', { exact: true }).waitFor();
    await suggestion.getByText('23.09.2026', { exact: true }).waitFor();
    await go(german, `/admin/plugins/article-receiver/deliveries/${deliveryId}`);
    const change = german.getByRole('region', { name: 'Datum', exact: true });
    await change.getByText('23.09.2026', { exact: true }).waitFor();
    await german.context().close();
  });

  it('shows of structured data about several things what it says by now, and no more', async () => {
    const about = (...things: object[]) => {
      const content = JSON.stringify({ '@context': 'https://schema.org', '@graph': things });
      return { llmTxt, jsonLd: { ...jsonLd, content } };
    };
    const {
      article: {
        files: { llmTxt, jsonLd },
      },
    } = makeDelivery();
    const person = { '@type': 'Person', name: 'Edith' };
    const of = { '@type': 'Article', name: 'Of several things' };
    const first = makeDelivery({
      article: { title: 'Of several things', files: about(of, person) },
    });
    await site.deliver(first);
    await settled(owner);
    const { results } = await owner.get<{ results: Entry[] }>(`${ARTICLES}?_q=several`);
    await go(page, `/admin${ARTICLES}/${results[0]?.documentId}`);
    await page.getByRole('button', { name: /Structured data/ }).click();
    const preview = page.getByRole('tabpanel', { name: 'Preview' });
    const names = preview.locator('dt');
    await preview.getByText('Edith').waitFor();
    await expect(names.allTextContents()).resolves.toEqual(['type', 'name', 'type', 'name']);
    const changed = { headline: 'Of one thing more', '@type': 'Article' };
    await site.deliver(nextDelivery(first, { article: { files: about(changed, person) } }));
    await settled(owner);
    await lookAwayAndBack(page);
    await preview.getByText('Of one thing more').waitFor();
    await expect(names.allTextContents()).resolves.toEqual(['headline', 'type', 'type', 'name']);
  });
});
