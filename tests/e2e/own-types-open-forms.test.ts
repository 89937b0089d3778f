import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
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
