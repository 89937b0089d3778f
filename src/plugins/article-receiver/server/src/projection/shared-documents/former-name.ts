import { unmade, unmadeName } from '../merge/unmade';
import { firstOf, type Claims } from './file-claims';

/** What is remembered of a document that several deliveries filled, whether or not it is there. */
export interface Remembered {
  kind: string;
  sourceId: string;
  /** Of a file: what articles say of it. */
  claims: Claims | null;
}

/** What people would call a document that somebody deleted, as far as it is remembered; null where nothing says so. */
export function formerName({ kind, sourceId, claims }: Remembered): string | null {
  switch (kind) {
    case 'tag':
    case 'campaign':
    case 'entry':
      return unmadeName(unmade({ kind, sourceId }, null));
    case 'media-asset':
      return text((JSON.parse(sourceId) as unknown[])[1]);
    case 'file':
      return text(claims && firstOf(claims)?.values?.name);
    default:
      return null;
  }
}

const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
