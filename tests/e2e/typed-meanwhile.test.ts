import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { go, loaded, lookAwayAndBack } from './support/going';
import { holdAnswers } from './support/held-answers';
import { openForms } from './support/open-forms';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';
/** What the form is filled with; what is read apart from it has a query. */
const ENTRY = /collection-types\/plugin::article-receiver\.article\/\w+$/;
const THEIRS = { tldr: 'Theirs.', description: 'Theirs, too.' };

const forms = openForms();
const panel = () => forms.page.locator('aside:has(> h2:text-is("Content service"))');
const suggestion = (name: string) => panel().getByRole('region', { name, exact: true });
const notice = () => panel().getByRole('status').filter({ hasText: 'while you have it open' });
const author = () => forms.input('Author');
const summary = () => forms.input('Summary (TL;DR)');

/** The form of an article in which two suggestions wait, and its last delivery. */
async function open(): Promise<WireDelivery> {
  const { owner, page, send } = forms;
  const first = makeDelivery();
  await send(first);
  const { results } = await owner.get<{ results: { documentId: string }[] }>(
    `${ARTICLES}?filters[sourceId][$eq]=${first.article.id}`,
  );
  const documentId = results[0]?.documentId ?? '';
  await owner.send('PUT', `${ARTICLES}/${documentId}`, { tldr: 'Ours.', description: 'Ours.' });
  const second = nextDelivery(first, { article: THEIRS });
  await send(second);
  await go(page, `/admin${ARTICLES}/${documentId}`);
  await suggestion('Description').waitFor();
  await loaded(page);
  return second;
}

describe('what somebody types in the form of an article', () => {
  it.each([
    ['one field', 'Keep mine'],
    ['all of them', 'Keep all mine'],
  ])('is still there after they kept their version of %s', async (_of, button) => {
    const { page, send } = forms;
    const last = await open();
    await author().fill('Edith');
    await send(nextDelivery(last, { article: { ...THEIRS, keywords: ['kettle'] } }));
    await panel().getByRole('button', { name: button, exact: true }).last().click();
    // The last one: they stand as their fields do in the form.
    await suggestion('Summary (TL;DR)').waitFor({ state: 'detached' });
    await loaded(page);
    expect(await author().inputValue()).toBe('Edith');
    await lookAwayAndBack(page);
    await notice().getByText('Changed: Keywords.').waitFor();
  });

  it('is still there when a suggestion is accepted only then', async () => {
    const { page, valueOf } = forms;
    await open();
    const decision = await holdAnswers(page, 'POST', /suggestions\/\d+\/accept/);
    await suggestion('Summary (TL;DR)').getByRole('button', { name: 'Accept' }).click();
    await decision.answered;
    await author().fill('Edith');
    decision.letGo();
    await suggestion('Summary (TL;DR)').waitFor({ state: 'detached' });
    await loaded(page);
    expect(await author().inputValue()).toBe('Edith');
    await notice().getByText('Changed: Summary (TL;DR).').waitFor();
    await notice().getByRole('button', { name: 'Take it in' }).click();
    await valueOf(summary(), 'Theirs.');
    await valueOf(author(), 'Edith');
  });

  it('is still there when the entry with the accepted value comes only then', async () => {
    const { page } = forms;
    await open();
    const entry = await holdAnswers(page, 'GET', ENTRY);
    await suggestion('Summary (TL;DR)').getByRole('button', { name: 'Accept' }).click();
    await entry.answered;
    await author().fill('Edith');
    entry.letGo();
    await loaded(page);
    expect(await author().inputValue()).toBe('Edith');
    await notice().getByText('Changed: Summary (TL;DR).').waitFor();
  });

  it('is still there when what a delivery changed comes only then', async () => {
    const { page, send } = forms;
    const last = await open();
    const entry = await holdAnswers(page, 'GET', ENTRY);
    await send(nextDelivery(last, { article: { ...THEIRS, keywords: ['kettle'] } }));
    await lookAwayAndBack(page);
    await entry.answered;
    await author().fill('Edith');
    entry.letGo();
    await loaded(page);
    expect(await author().inputValue()).toBe('Edith');
    await notice().getByText('Changed: Keywords.').waitFor();
  });

  it('is still there, saved, when what was read before comes only then', async () => {
    const { page, send, save } = forms;
    const last = await open();
    const entry = await holdAnswers(page, 'GET', ENTRY, 1);
    await send(nextDelivery(last, { article: { ...THEIRS, keywords: ['kettle'] } }));
    await lookAwayAndBack(page);
    await entry.answered;
    await author().fill('Edith');
    const readAfterwards = page.waitForResponse(
      (answer) => answer.request().method() === 'GET' && ENTRY.test(answer.url()),
    );
    await save();
    await readAfterwards;
    // It would be read once more, as it is.
    const readOnceMore = await holdAnswers(page, 'GET', ENTRY);
    entry.letGo();
    await loaded(page);
    expect(await author().inputValue()).toBe('Edith');
    readOnceMore.letGo();
  });
});

describe('a suggestion that somebody has decided', () => {
  it('goes, though what waits was being read when they did', async () => {
    const { page } = forms;
    await open();
    /** Keeps a value, and waits until the panel knows of that: it asks what changed, and then again. */
    const keep = async (name: string) => {
      let asked = 0;
      const isKnown = page.waitForRequest(
        (request) => /\/changes\?/.test(request.url()) && (asked += 1) === 2,
      );
      await suggestion(name).getByRole('button', { name: 'Keep mine' }).click();
      await isKnown;
    };
    const waiting = await holdAnswers(page, 'GET', /\/suggestions\?/, 1);
    await keep('Summary (TL;DR)');
    await waiting.answered;
    await keep('Description');
    waiting.letGo();
    await suggestion('Summary (TL;DR)').waitFor({ state: 'detached' });
    await suggestion('Description').waitFor({ state: 'detached', timeout: 20_000 });
  });
});
