import type { Issue } from '../../../../shared/deliveries/deliveries';
import type { BlockImage } from '../blocks/block-nodes';

/** An image of a delivery that is in the Media Library. */
export interface ImageValue {
  id: number;
  alt: string | null;
  caption: string | null;
  kind: string | null;
  sourceUrl: string | null;
}

/** An entry that a relation is to lead to. */
export interface Match {
  /** The related type. */
  uid: string;
  /** Its field that is compared. */
  field: string;
  value: string;
  /** Values of the entry to be made where there is none; null: none is made. */
  create: Readonly<Record<string, unknown>> | null;
}

/** What the values of one entry are computed from. */
export interface Scope {
  /** The feed's values, by name. */
  values: Readonly<Record<string, unknown>>;
  /** Within an `each`, the item. */
  item: unknown;
  /** The entry for a relation, by its documentId; null when there is none. */
  relation(match: Match): string | null;
  /** Whether raw HTML in texts stays HTML in fields of HTML. */
  html: 'escape' | 'allow';
  /** The Media Library's file behind an address in the text. */
  blockImage(url: string): BlockImage | null;
  /** What does not fit is added here. */
  issues: Issue[];
}

/** How a field of the type is read and written. */
export type Shape =
  | { kind: 'scalar'; type: string }
  | { kind: 'media'; multiple: boolean }
  | { kind: 'relation'; many: boolean; target: string; targetLocalized: boolean }
  | { kind: 'component'; fields: Shapes }
  /** A repeatable component, or a dynamic zone. */
  | {
      kind: 'list';
      isZone: boolean;
      /** The fields that the mapping names, of each component that it names. */
      named: Readonly<Record<string, Shapes>>;
      /** All components that may be there. */
      allowed: readonly string[];
    };

export type Shapes = Readonly<Record<string, Shape>>;

/** A field of the type that the mapping names. */
export interface Field {
  shape: Shape;
  compute(scope: Scope): unknown;
  /** Of a component that is there once: its fields. */
  fields?: MappedFields;
  /** The same whatever is delivered. */
  isConstant: boolean;
  /** What a required field has by the schema where the delivery has nothing for it. */
  usual?: unknown;
}

export type MappedFields = Readonly<Record<string, Field>>;

/** Which entry type articles become, and what its fields take. */
export interface Mapping {
  uid: string;
  draftAndPublish: boolean;
  /** What to do without a locale for the delivery's language; null for types without locales. */
  missingLocale: 'park' | 'default' | 'create' | null;
  /** The fields by which articles are listed. */
  title: string | null;
  description: string | null;
  /** The field that takes the slug, so that no other entry has it; null when none does. */
  slug: string | null;
  /** How many characters of a slug that field takes. */
  longestSlug: number;
  /** The field that takes the feed's language. */
  language: string | null;
  /** The field that keeps earlier slugs. */
  previousSlugs: string | null;
  /** The field by which an entry that is there already is found. */
  sourceId: string | null;
  /** Where the feed's own llms.txt and JSON-LD are kept. */
  llmsTxt: string | null;
  jsonLd: string | null;
  /** The field with the hero image alone. */
  hero: string | null;
  /** Date-times that only the feed writes. */
  clocks: readonly string[];
  /** Fields that take when the service made or changed the article: they change with every delivery. */
  stamps: readonly string[];
  shapes: Shapes;
  /** Null for the plugin's own Article, whose values are computed on their own. */
  fields: MappedFields | null;
}
