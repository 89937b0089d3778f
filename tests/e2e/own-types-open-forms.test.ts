import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { go } from './support/going';
import { itUndoesNothing, openForms } from './support/open-forms';

const forms = openForms({ types: OWN_TYPES, plugin: { target: POST_TARGET } });

describe('a form of an entry of a site’s own type that is open while a delivery arrives', () => {
  itUndoesNothing(forms, {
    path: `/content-manager/collection-types/${POST}`,
    query: '?plugins[i18n][locale]=en',
    mine: { label: 'excerpt', field: 'excerpt' },
    theirs: { label: 'title', field: 'title' },
    revision: (text) => ({ title: text, tldr: `${text} Too.` }),
    both: (text) => ({ description: text }),
    names: 'title, seo: metaTitle, sections',
  });
});

describe('a suggestion for a field of a site’s own type', () => {
  it('has the name that the form beside has for it', async () => {
    const first = makeDelivery();
    await forms.send(first);
    const path = `/content-manager/collection-types/${POST}`;
    const { results } = await forms.owner.get<{ results: { documentId: string }[] }>(
      `${path}?sort=createdAt:DESC&pageSize=1`,
    );
    const address = `${path}/${results[0]?.documentId}`;
    const { data } = await forms.owner.get<{ data: { seo: { id: number } } }>(address);
    await forms.owner.send('PUT', address, {
      excerpt: 'Ours.',
      seo: { id: data.seo.id, metaTitle: 'Ours.' },
    });
    const theirs = { title: 'Theirs.', description: 'Theirs.' };
    await forms.send(nextDelivery(first, { article: theirs }));
    await go(forms.page, `/admin${address}?plugins[i18n][locale]=en`);
    const panel = forms.page.getByRole('group', { name: 'Content service' });
    for (const name of ['excerpt', 'seo: metaTitle']) {
      await panel.getByRole('region', { name, exact: true }).waitFor({ timeout: 20_000 });
    }
  });
});
