import type { Browser, Locator, Page } from 'playwright-core';
import {
  makeDelivery,
  nextDelivery,
  type WireArticle,
  type WireDelivery,
} from '../support/deliveries';
import { eventually } from '../support/eventually';
import { OWN_TYPES, POST, POST_TARGET } from '../support/own-types';
import { seriousFindings } from './support/accessibility';
import { picture, signIn, startBrowser } from './support/browser';
import { go, lookAwayAndBack } from './support/going';
import { registerOwner, type Owner } from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

const CHANGED = 'The service changed this article while you have it open';

type Entry = Record<string, unknown> & { documentId: string; updatedAt: string };

let site: RunningSite;
let browser: Browser;
let owner: Owner;
let page: Page;

/** The same on the plugin's Article and on a type of the site's own. */
const TYPES = [
  {
    name: 'an article',
    overlay: {},
    path: '/content-manager/collection-types/plugin::article-receiver.article',
    query: '',
    /** The field that the person changes, and one that the service does, as the form calls them. */
    mine: { label: 'Author', field: 'author' },
    theirs: { label: 'Summary (TL;DR)', field: 'tldr' },
    revision: (text: string): Partial<WireArticle> => ({ tldr: text, description: `${text} Too.` }),
    both: (text: string): Partial<WireArticle> => ({ author: text }),
    names: 'Description, Summary (TL;DR)',
    picture: 'meanwhile',
  },
  {
    name: 'an entry of a site’s own type',
    overlay: { types: OWN_TYPES, plugin: { target: POST_TARGET } },
    path: `/content-manager/collection-types/${POST}`,
    query: '?plugins[i18n][locale]=en',
    mine: { label: 'excerpt', field: 'excerpt' },
    theirs: { label: 'title', field: 'title' },
    revision: (text: string): Partial<WireArticle> => ({ title: text, tldr: `${text} Too.` }),
    both: (text: string): Partial<WireArticle> => ({ description: text }),
    names: 'title, seo: metaTitle, sections',
    picture: null,
  },
];

const panel = () => page.locator('aside:has(> h2:text-is("Content service"))');
const input = (label: string) => page.getByLabel(label, { exact: false }).first();
const notice = () => panel().getByRole('status').filter({ hasText: CHANGED });

async function valueOf(field: Locator, expected: string): Promise<void> {
  await eventually(async () => expect(await field.inputValue()).toBe(expected));
}

async function send(delivery: WireDelivery): Promise<void> {
  await site.deliver(delivery);
  await settled(owner);
}

/** Sends a delivery while somebody has the form open, and looks elsewhere meanwhile. */
async function meanwhile(delivery: WireDelivery): Promise<void> {
  await send(delivery);
  await lookAwayAndBack(page);
}

/** Presses the button; what the form's request said of when it was opened. */
async function save(): Promise<string | undefined> {
  const sent = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const said = (await sent).headers()['x-article-receiver-opened'];
  await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
  return said;
}

describe.each(TYPES)('a form of $name that is open while a delivery arrives', (type) => {
  beforeAll(async () => {
    site = await startSite({ overlay: type.overlay });
    owner = await registerOwner(site.url);
    browser = await startBrowser();
    page = await signIn(browser, site.url, owner);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  const read = async (documentId: string): Promise<Entry> =>
    (await owner.get<{ data: Entry }>(`${type.path}/${documentId}`)).data;

  /** The form of a fresh article. */
  async function open() {
    const first = makeDelivery();
    await send(first);
    const sort = 'sort=createdAt:DESC&pageSize=1';
    const { results } = await owner.get<{ results: Entry[] }>(`${type.path}?${sort}`);
    const documentId = results[0]?.documentId ?? '';
    await go(page, `/admin${type.path}/${documentId}${type.query}`);
    await panel().getByText('Last deliveries').waitFor();
    const { updatedAt } = await read(documentId);
    return { first, documentId, updatedAt };
  }

  const heldFields = async (documentId: string) =>
    (
      await owner.get<{ data: { heldFields: string[] } }>(
        `/article-receiver/articles/${documentId}`,
      )
    ).data.heldFields;

  it('says what it was opened on, so that saving it undoes nothing', async () => {
    const { first, documentId, updatedAt } = await open();
    await input(type.mine.label).fill('Edith');
    await send(nextDelivery(first, { article: type.revision('Newer.') }));
    expect(await save()).toBe(updatedAt);
    expect(await read(documentId)).toMatchObject({
      [type.mine.field]: 'Edith',
      [type.theirs.field]: 'Newer.',
    });
    expect(await heldFields(documentId)).toEqual([type.mine.field]);
    await valueOf(input(type.theirs.label), 'Newer.');
  });

  it('names what the service changed, and takes it in', async () => {
    const { first, documentId, updatedAt } = await open();
    const older = await input(type.theirs.label).inputValue();
    await input(type.mine.label).fill('Edith');
    await meanwhile(nextDelivery(first, { article: type.revision('Newer.') }));
    await notice().waitFor();
    expect(await notice().innerText()).toContain(`Changed: ${type.names}.`);
    expect(await seriousFindings(page, 'aside')).toEqual([]);
    if (type.picture) await picture(page, type.picture, notice().locator('..'));
    await valueOf(input(type.theirs.label), older);
    await notice().getByRole('button', { name: 'Take them in' }).click();
    await valueOf(input(type.theirs.label), 'Newer.');
    await valueOf(input(type.mine.label), 'Edith');
    await notice().waitFor({ state: 'detached' });
    // The older text again, by somebody who has seen the newer one.
    await input(type.theirs.label).fill(older);
    const said = await save();
    expect(said).toMatch(`${updatedAt};`);
    expect(said).toMatch(`;${type.theirs.field}=`);
    expect(await read(documentId)).toMatchObject({
      [type.mine.field]: 'Edith',
      [type.theirs.field]: older,
    });
  });

  it('keeps what a person typed where the service changed it, too, unless they take that', async () => {
    const { first, documentId } = await open();
    await input(type.mine.label).fill('Mine.');
    const second = nextDelivery(first, { article: type.both('Theirs.') });
    await meanwhile(second);
    await notice().getByText('Theirs.').waitFor();
    await save();
    expect(await read(documentId)).toMatchObject({ [type.mine.field]: 'Mine.' });
    await panel().getByText('1 suggestion', { exact: true }).waitFor();

    const again = await open();
    await input(type.mine.label).fill('Mine.');
    await meanwhile(nextDelivery(again.first, { article: type.both('Theirs.') }));
    await notice().getByRole('button', { name: 'Take the service’s' }).click();
    await valueOf(input(type.mine.label), 'Theirs.');
  });

  it('is read again where nobody wrote in it', async () => {
    const { first } = await open();
    await send(nextDelivery(first, { article: type.revision('Newest.') }));
    await valueOf(input(type.theirs.label), 'Newest.');
  });
});

describe('a form of a campaign that is open while a delivery arrives', () => {
  const CAMPAIGNS = '/content-manager/collection-types/plugin::article-receiver.campaign';

  beforeAll(async () => {
    site = await startSite({});
    owner = await registerOwner(site.url);
    browser = await startBrowser();
    page = await signIn(browser, site.url, owner);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
  });

  it('says what it was opened on', async () => {
    const first = makeDelivery();
    await send(first);
    const campaigns = async () =>
      (await owner.get<{ results: Entry[] }>(`${CAMPAIGNS}?pageSize=1`)).results[0];
    const { documentId = '', updatedAt } = (await campaigns()) ?? {};
    await go(page, `/admin${CAMPAIGNS}/${documentId}`);
    await valueOf(input('Name'), first.article.campaign.name);
    await input('Name').fill('Of the editor');
    const campaign = { ...first.article.campaign, name: 'The newer name' };
    await send(nextDelivery(first, { article: { campaign } }));
    expect(await save()).toBe(updatedAt);
    expect(await campaigns()).toMatchObject({ name: 'Of the editor' });
  });
});
