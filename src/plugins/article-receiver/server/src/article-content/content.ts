import type { Fields } from '../projection/merge/merge';
import type { ArticleLink } from '../projection/addresses/relink';
import type { PlacedImage } from '../shared-documents/place-images';

/** Fields that are an editor's. Looked up when something would have to be made, and once. */
export type Held = () => Promise<ReadonlySet<string>>;

/** The article for which a delivery is put in place. */
export interface Placement {
  /** The locale of the delivery; null on a type without locales. */
  locale: string | null;
  /** Whether the feed's last word on the article is that it is published. */
  isPublished: boolean;
  /** Fields that are an editor's: what the feed has for them is only offered, and nothing made for it. */
  held: Held;
}

/** What an article has to show on behalf of one delivery, once all it refers to is in place. */
export interface ArticleContent {
  /** Values by field but the slug; relations and media as ids. */
  fields: Fields;
  /** The values where the article cannot have that slug: some are made of it. */
  withSlug?: (slug: string) => Fields;
  /** The slug that the article should have, other articles permitting. */
  slug: string;
  /** The documents that had been deleted and were made again: what led to them has lost them. */
  recreated: ReadonlySet<string>;
  /** The images that it refers to. */
  placed: readonly PlacedImage[];
  /** Where its links to other articles lead. */
  links: readonly ArticleLink[];
  /** What the entries that the mapping's relations lead to were looked for by, by their documentId. */
  entries?: ReadonlyMap<string, string>;
}

/** What a delivery says, with its images in place. */
export interface PlacedDelivery {
  fields: Fields;
  links: readonly ArticleLink[];
  slug: string;
  placed: readonly PlacedImage[];
  hero: PlacedImage | undefined;
}
