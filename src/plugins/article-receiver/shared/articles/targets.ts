import type { Issue } from '../deliveries/deliveries';
import type { AdoptedEntry } from '../deliveries/jobs';

/** A proposed mapping onto a content type of the site's own. */
export interface TargetProposal {
  /** The option `target`, as it can be written to the site's configuration. */
  target: { type: string; fields: Readonly<Record<string, unknown>> };
  /** Fields for which nothing of the feed suggests itself, by path. */
  left: string[];
}

/** What a mapping would make of one delivery. */
export interface TargetPreview {
  title: string;
  /** Null on a type without locales. */
  locale: string | null;
  /** Why the delivery would wait for a person; null when it would not. */
  parked: string | null;
  /** As a person reads them: files and entries by their names, texts without their markup. */
  values: { field: string; value: unknown }[];
  images: PreviewedImage[];
  issues: Issue[];
  /** What may go wrong later. */
  warnings: string[];
  /** Required fields, by path, that stay empty where a delivery has the least that it can have. */
  mayBeEmpty: string[];
  /** The entry that this article would go on with though the receiver did not write it. */
  adopts: AdoptedEntry | null;
  /** Entries that have a feed's id and are no article's yet. Their articles would go on with them. */
  adoptable: { count: number; entries: { sourceId: string; title: string | null }[] };
}

/** What becomes of one image of a delivery. */
export interface PreviewedImage {
  /** Its address as delivered. */
  from: string | null;
  /** Name of its file in the Media Library. */
  name: string;
  isNew: boolean;
  /** Fields that show it, by path. */
  fields: string[];
}
