import type { History } from '../merge/field-history';
import type { Hashes } from '../merge/merge';
import type { LastWritten } from './plan-article';
import type { ArticleLink } from '../addresses/relink';

/** What the projection of one article last did on one content type: the base of the next merge. */
export interface StreamMemory extends LastWritten {
  /** The document; null before the first projection. */
  documentId: string | null;
  /** The locale that it was written in; null on a type without locales. */
  locale: string | null;
  /** The slug that the feed asked for last time. */
  slug: string | null;
  /** The slug under which readers found it last; null for one that never was published, as far as is known. */
  publishedSlug: string | null;
  /** The Media Library files that were written last, by field. */
  files: Readonly<Record<string, readonly number[]>>;
  /** The documents that were written last, by relation. Earlier versions did not remember them. */
  related: Readonly<Record<string, readonly string[]>>;
  /** Hashes of values that the site's code or database changed when they were written, by field. */
  storedAs: Readonly<Hashes>;
  /** The item fields that the mapping named when a list was written, by list. */
  listNames: Readonly<Record<string, readonly string[] | undefined>>;
  /** Where the links of the draft to other articles lead. */
  links: readonly ArticleLink[];
  /** Position of the delivery that adopted somebody else's entry; null where none did. */
  adoptedBy: number | null;
  /** Fields that the feed does not fill and that editors changed since they were published. */
  unmapped: readonly string[];
  /** Earlier values, to tell an edit from what an old form brings back. */
  history: History;
}
