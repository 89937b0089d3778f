import { contentManagerViews } from '../views';

export const mediaAssetViews = contentManagerViews({
  mainField: 'alt',
  sort: { by: 'createdAt', order: 'DESC' },
  columns: ['file', 'alt', 'kind', 'contentType', 'byteSize'],
  rows: [
    { file: 6, alt: 6 },
    { caption: 12 },
    { kind: 4, contentType: 4, byteSize: 4 },
    { sourceUrl: 12 },
    { digest: 12 },
  ],
  fields: {
    kind: { label: 'Kind', readOnly: true },
    sourceUrl: { label: 'Address in the service', readOnly: true },
    alt: { label: 'Alternative text' },
    caption: { label: 'Caption' },
    contentType: { label: 'Media type', readOnly: true },
    byteSize: { label: 'Size (bytes)', readOnly: true },
    digest: { label: 'SHA-256', readOnly: true },
    file: { label: 'File', readOnly: true },
  },
});
