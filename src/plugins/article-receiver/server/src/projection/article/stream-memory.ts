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
  /** The Media Library files that were written last, by field. */
  files: Readonly<Record<string, readonly number[]>>;
  /** The documents that were written last, by relation. Earlier versions did not remember them. */
  related: Readonly<Record<string, readonly string[]>>;
  /** What the site made of values that were written, where it is not the same: hashes, by field. */
  storedAs: Readonly<Hashes>;
  /** What the mapping named of the items of the lists that were written, by field. */
  listNames: Readonly<Record<string, readonly string[] | undefined>>;
  /** Where the links of the draft to other articles lead. */
  links: readonly ArticleLink[];
  /** Position of the delivery that found the entry there, which somebody else had made; or null. */
  adoptedBy: number | null;
  /** Fields that the feed does not fill and that editors changed since they were published. */
  unmapped: readonly string[];
  /** What it changed so far, to tell from an edit what an old form brings back. */
  history: History;
}
