import type { Fields } from '../projection/merge/merge';
import type { ArticleLink } from '../projection/addresses/relink';
import type { PlacedImage } from '../shared-documents/place-images';

/** The fields that are an editor's: looked up once, and only if something would have to be made for one. */
export type Held = () => Promise<ReadonlySet<string>>;

/** The article for which a delivery is put in place. */
export interface Placement {
  /** The locale of the delivery; null on a type without locales. */
  locale: string | null;
  /** Whether the feed's last word on the article is that it is published. */
  isPublished: boolean;
  /** The fields that are an editor's: the feed's values for them are only offered, and nothing is made for those. */
  held: Held;
}

/** What an article has to show on behalf of one delivery, once all it refers to is in place. */
export interface ArticleContent {
  /** Values by field but the slug; relations and media as ids. */
  fields: Fields;
  /** Fields for which there is no value of the delivery's to be offered; see `Computed`. */
  unsaid?: ReadonlySet<string>;
  /** The values with another slug, where the article cannot have its own and some fields are made of it. */
  withSlug?: (slug: string) => Fields;
  /** The values once the feed's last word is that the article is published, where the site makes any of that. */
  oncePublished?: () => Fields;
  /** The slug that the article should have, other articles permitting. */
  slug: string;
  /** Documents that had been deleted and were made again: relations to them were lost. */
  recreated: ReadonlySet<string>;
  /** What would stand for the documents that it refers to, had they never been made, by their ids. */
  unmadeIds: ReadonlyMap<string, string>;
  /** The images that it refers to. */
  placed: readonly PlacedImage[];
  /** Where its links to other articles lead. */
  links: readonly ArticleLink[];
  /** The texts by which related entries were looked for, by the entries' documentId. */
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
