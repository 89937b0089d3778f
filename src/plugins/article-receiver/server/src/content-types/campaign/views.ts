import { contentManagerViews } from '../views';

export const campaignViews = contentManagerViews({
  mainField: 'name',
  sort: { by: 'name', order: 'ASC' },
  columns: ['name', 'language', 'sourceId'],
  rows: [
    { name: 8, language: 4 },
    { sourceId: 6, websiteId: 6 },
  ],
  fields: {
    sourceId: { label: 'Campaign id', readOnly: true },
    name: { label: 'Name' },
    language: { label: 'Language', readOnly: true },
    websiteId: { label: 'Website id', readOnly: true },
  },
});
