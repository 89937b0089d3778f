import type { ProjectedKey } from '../ledger/shared-documents/projected-key';

const UNMADE = /^unmade:(campaign|tag|media-asset|entry) /;

/** What stands for a document that is only offered and not made. */
export const unmade = ({ kind, sourceId }: ProjectedKey): string => `unmade:${kind} ${sourceId}`;

/** Whether something in a value stands for a document that is not made. */
export const isUnmade = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isUnmade)
    : typeof value === 'string' && UNMADE.test(value);

/** What a document is called that is not made. */
export function unmadeName(id: string): string {
  const sourceId = id.replace(UNMADE, '');
  const match = id.startsWith('unmade:entry') ? sourceId.slice(sourceId.indexOf('[')) : null;
  return match === null ? sourceId : String((JSON.parse(match) as unknown[])[2]);
}

const NEW = 'new ';

/** The id of a document that a preview would make. */
export const newDocument = ({ kind, sourceId }: ProjectedKey): string =>
  `${NEW}${kind} ${sourceId}`;

/** Whether an id stands for a document that a preview would make. */
export const isNewDocument = (documentId: string): boolean => documentId.startsWith(NEW);
