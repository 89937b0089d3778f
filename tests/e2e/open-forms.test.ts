import { eventually } from '../support/eventually';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { go, lookAwayAndBack } from './support/going';
import { itUndoesNothing, openForms } from './support/open-forms';

const TYPES = '/content-manager/collection-types/plugin::article-receiver';
const CAMPAIGNS = `${TYPES}.campaign`;

interface Campaign {
  documentId: string;
  updatedAt: string;
  name: string;
}

const forms = openForms();

describe('a form of an article that is open while a delivery arrives', () => {
  itUndoesNothing(forms, {
    path: `${TYPES}.article`,
    query: '',
    mine: { label: 'Author', field: 'author' },
    theirs: { label: 'Summary (TL;DR)', field: 'tldr' },
    revision: (text) => ({ tldr: text, description: `${text} Too.` }),
    both: (text) => ({ author: text }),
    names: 'Description, Summary (TL;DR)',
    picture: 'meanwhile',
  });

  it('shows the service’s newer takeaway also where the cursor stands, and so keeps it', async () => {
    const { send, valueOf, save, page, owner } = forms;
    const first = makeDelivery({ article: { keyTakeaways: ['Weigh the water.'] } });
    await send(first);
    const { results } = await owner.get<{ results: { documentId: string }[] }>(
      `${TYPES}.article?filters[sourceId][$eq]=${first.article.id}`,
    );
    const address = `${TYPES}.article/${results[0]?.documentId}`;
    await go(page, `/admin${address}`);
    const item = page.getByLabel('Item 1', { exact: true });
    const summary = page.getByLabel('Summary (TL;DR)', { exact: true });
    await item.click();
    const newer = { keyTakeaways: ['Weigh the coffee, too.'], tldr: 'Newer.' };
    await send(nextDelivery(first, { article: newer }));
    await lookAwayAndBack(page);
    await valueOf(summary, 'Newer.');
    await valueOf(item, 'Weigh the coffee, too.');
    await page.keyboard.press('End');
    await page.keyboard.type(' Both.');
    await save();
    await eventually(async () => {
      const { data } = await owner.get<{ data: { keyTakeaways: string[] } }>(address);
      expect(data.keyTakeaways).toEqual(['Weigh the coffee, too. Both.']);
    });
  });
});

describe('a form of a campaign that is open while a delivery arrives', () => {
  it('says what it was opened on', async () => {
    const { send, input, valueOf, save } = forms;
    const first = makeDelivery();
    await send(first);
    const campaigns = async () =>
      (
        await forms.owner.get<{ results: Campaign[] }>(
          `${CAMPAIGNS}?sort=createdAt:DESC&pageSize=1`,
        )
      ).results[0];
    const { documentId = '', updatedAt } = (await campaigns()) ?? {};
    await go(forms.page, `/admin${CAMPAIGNS}/${documentId}`);
    await valueOf(input('Name'), first.article.campaign.name);
    await input('Name').fill('Of the editor');
    const campaign = { ...first.article.campaign, name: 'The newer name' };
    await send(nextDelivery(first, { article: { campaign } }));
    expect(await save()).toBe(updatedAt);
    expect(await campaigns()).toMatchObject({ name: 'Of the editor' });
  });
});
