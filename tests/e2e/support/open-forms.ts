import type { Locator, Page } from 'playwright-core';
import {
  makeDelivery,
  nextDelivery,
  type WireArticle,
  type WireDelivery,
} from '../../support/feed/deliveries';
import { eventually } from '../../support/eventually';
import { type Overlay } from '../../support/site/overlay';
import { seriousFindings } from './accessibility';
import { picture } from './browser';
import { go, lookAwayAndBack } from './going';
import { openSite, type OpenedSite } from './opened-site';
import type { Owner } from './people';
import { settled, type RunningSite } from './running-site';

const CHANGED = 'The service changed this article while you have it open';

type Entry = Record<string, unknown> & { documentId: string; updatedAt: string };

/** A type whose forms are open while deliveries arrive. */
export interface TypeOfForm {
  overlay?: Overlay;
  /** Of the type's entries in the Content Manager. */
  path: string;
  /** What a form's address ends with. */
  query: string;
  /** The field that the person changes, and one that the service does, as the form calls them. */
  mine: { label: string; field: string };
  theirs: { label: string; field: string };
  /** What the service changes beside the person's field, and in it. */
  revision(text: string): Partial<WireArticle>;
  both(text: string): Partial<WireArticle>;
  /** The fields of a revision, as the notice names them. */
  names: string;
  /** Of the notice, for the docs. */
  picture?: string;
}

export interface OpenForms {
  readonly page: Page;
  readonly owner: Owner;
  send(delivery: WireDelivery): Promise<void>;
  input(label: string): Locator;
  valueOf(field: Locator, expected: string): Promise<void>;
  /** Presses the button; what the form's request said of when it was opened. */
  save(): Promise<string | undefined>;
}

/** A site with somebody who has forms open, for the tests of a file. @returns what they do there. */
export function openForms(overlay?: Overlay): OpenForms {
  let site: RunningSite;
  let owner: Owner;
  let page: Page;
  let close: OpenedSite['close'] | undefined;

  beforeAll(async () => {
    ({ site, owner, page, close } = await openSite({ overlay }));
  });
  afterAll(() => close?.());

  return {
    get page() {
      return page;
    },
    get owner() {
      return owner;
    },
    async send(delivery) {
      await site.deliver(delivery);
      await settled(owner);
    },
    input: (label) => page.getByLabel(label, { exact: false }).first(),
    async valueOf(field, expected) {
      await eventually(async () => expect(await field.inputValue()).toBe(expected));
    },
    async save() {
      const sent = page.waitForRequest((request) => request.method() === 'PUT');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const said = (await sent).headers()['x-article-receiver-opened'];
      await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
      return said;
    },
  };
}

/** Tells what holds of an open form of a type. */
export function itUndoesNothing(forms: OpenForms, type: TypeOfForm): void {
  const panel = () => forms.page.locator('aside:has(> h2:text-is("Content service"))');
  const notice = () => panel().getByRole('status').filter({ hasText: CHANGED });

  /** Sends a delivery while somebody has the form open, and looks elsewhere meanwhile. */
  async function meanwhile(delivery: WireDelivery): Promise<void> {
    await forms.send(delivery);
    await lookAwayAndBack(forms.page);
  }

  const read = async (documentId: string): Promise<Entry> =>
    (await forms.owner.get<{ data: Entry }>(`${type.path}/${documentId}`)).data;

  /** The form of a fresh article. */
  async function open() {
    const first = makeDelivery();
    await forms.send(first);
    const sort = 'sort=createdAt:DESC&pageSize=1';
    const { results } = await forms.owner.get<{ results: Entry[] }>(`${type.path}?${sort}`);
    const documentId = results[0]?.documentId ?? '';
    await go(forms.page, `/admin${type.path}/${documentId}${type.query}`);
    await panel().getByText('Last deliveries').waitFor();
    const { updatedAt } = await read(documentId);
    return { first, documentId, updatedAt };
  }

  const heldFields = async (documentId: string) =>
    (
      await forms.owner.get<{ data: { heldFields: string[] } }>(
        `/article-receiver/articles/${documentId}`,
      )
    ).data.heldFields;

  it('says what it was opened on, so that saving it undoes nothing', async () => {
    const { first, documentId, updatedAt } = await open();
    await forms.input(type.mine.label).fill('Edith');
    await forms.send(nextDelivery(first, { article: type.revision('Newer.') }));
    expect(await forms.save()).toBe(updatedAt);
    expect(await read(documentId)).toMatchObject({
      [type.mine.field]: 'Edith',
      [type.theirs.field]: 'Newer.',
    });
    expect(await heldFields(documentId)).toEqual([type.mine.field]);
    await forms.valueOf(forms.input(type.theirs.label), 'Newer.');
  });

  it('names what the service changed, and takes it in', async () => {
    const { first, documentId, updatedAt } = await open();
    const older = await forms.input(type.theirs.label).inputValue();
    await forms.input(type.mine.label).fill('Edith');
    await meanwhile(nextDelivery(first, { article: type.revision('Newer.') }));
    await notice().waitFor();
    expect(await notice().innerText()).toContain(`Changed: ${type.names}.`);
    expect(await seriousFindings(forms.page, 'aside')).toEqual([]);
    if (type.picture) await picture(forms.page, type.picture, notice().locator('..'));
    await forms.valueOf(forms.input(type.theirs.label), older);
    await notice().getByRole('button', { name: 'Take them in' }).click();
    await forms.valueOf(forms.input(type.theirs.label), 'Newer.');
    await forms.valueOf(forms.input(type.mine.label), 'Edith');
    await notice().waitFor({ state: 'detached' });
    // The older text again, by somebody who has seen the newer one.
    await forms.input(type.theirs.label).fill(older);
    const said = await forms.save();
    expect(said).toMatch(`${updatedAt};`);
    expect(said).toMatch(`;${type.theirs.field}=`);
    expect(await read(documentId)).toMatchObject({
      [type.mine.field]: 'Edith',
      [type.theirs.field]: older,
    });
  });

  it('keeps what a person typed where the service changed it, too, unless they take that', async () => {
    const { first, documentId } = await open();
    await forms.input(type.mine.label).fill('Mine.');
    const second = nextDelivery(first, { article: type.both('Theirs.') });
    await meanwhile(second);
    await notice().getByText('Theirs.').waitFor();
    await forms.save();
    expect(await read(documentId)).toMatchObject({ [type.mine.field]: 'Mine.' });
    await panel().getByText('1 suggestion', { exact: true }).waitFor();

    const again = await open();
    await forms.input(type.mine.label).fill('Mine.');
    await meanwhile(nextDelivery(again.first, { article: type.both('Theirs.') }));
    await notice().getByRole('button', { name: 'Take the service’s' }).click();
    await forms.valueOf(forms.input(type.mine.label), 'Theirs.');
  });

  it('is read again where nobody wrote in it', async () => {
    const { first } = await open();
    await forms.send(nextDelivery(first, { article: type.revision('Newest.') }));
    await forms.valueOf(forms.input(type.theirs.label), 'Newest.');
  });
}
