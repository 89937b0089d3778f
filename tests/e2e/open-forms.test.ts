import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { go } from './support/going';
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
