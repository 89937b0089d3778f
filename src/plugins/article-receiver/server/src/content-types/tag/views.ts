import { contentManagerViews } from '../views';

export const tagViews = contentManagerViews({
  mainField: 'name',
  sort: { by: 'name', order: 'ASC' },
  columns: ['name', 'slug'],
  rows: [{ name: 6, slug: 6 }],
  fields: {
    name: { label: 'Name' },
    slug: { label: 'Slug' },
  },
});
