import { createHash } from 'node:crypto';
import type { TABLES } from '../../database/tables';
import type { RowOf } from '../../database/rows';
import type { History } from '../../projection/merge/field-history';
import type { Claims } from '../../projection/shared-documents/file-claims';
import type { Registers } from '../../projection/shared-documents/registers';

/** A document that several deliveries fill together: its identity in the feed. */
export interface ProjectedKey {
  kind: RowOf<typeof TABLES.projected>['kind'];
  /** Identifies it within its kind; kept in full, found by its hash. */
  sourceId: string;
}

export interface ProjectedState {
  /** The document (for a file: the numeric id) that it became; null before it was made. */
  documentId: string | null;
  registers: Registers;
  /** What articles say of a file; null of other documents, and of files of earlier versions. */
  claims: Claims | null;
  /** What was replaced in the document, and when. */
  history: History;
  /** Whether somebody deleted it and it was made again: articles lost it with that. */
  fate: 'madeAgain' | null;
}

/** What identifies an entry of the site's own: what it is found by, and its locale if its type has any. */
export const entrySourceId = (match: string, locale: string | null): string =>
  locale === null ? match : `${locale} ${match}`;

/** The locale of an entry of the site's own; null where it has none, and of all other documents. */
export const localeOfEntry = ({ kind, sourceId }: ProjectedKey): string | null =>
  kind === 'entry' ? (/^([^ [\]"]+) \[/.exec(sourceId)?.[1] ?? null) : null;

/** By which of its fields an entry of the site's own is found; null of all other documents. */
export const fieldOfEntry = ({ kind, sourceId }: ProjectedKey): string | null =>
  kind === 'entry' ? (/^[^[]*\["[^"]*","([^"]*)"/.exec(sourceId)?.[1] ?? null) : null;

/** A hash: ids may be long, and MySQL's usual collations compare them without regard to case. */
export const sourceKeyOf = ({ kind, sourceId }: ProjectedKey): string =>
  createHash('sha256').update(`${kind}\n${sourceId}`).digest('hex');
