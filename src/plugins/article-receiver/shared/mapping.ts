/** How a value of the feed is written; by default, as the field's type asks for it. */
export const CONVERSIONS = [
  'text',
  'markdown',
  'html',
  'blocks',
  'json',
  'date',
  'datetime',
  'number',
  'boolean',
  'slug',
] as const;

export type Conversion = (typeof CONVERSIONS)[number];

export type Constant =
  string | number | boolean | null | readonly Constant[] | { readonly [key: string]: Constant };

/** A value of the feed, changed on its way where the site says so. */
export interface ValueRule {
  /** Name of a value of the feed (docs/own-types.md lists them); of several, the first that is there. */
  from: string | readonly string[];
  as?: Conversion;
  /** What is written for which of the feed's words; letter case does not matter. */
  table?: Readonly<Record<string, Constant>>;
  /** Written where the delivery has no value, or one that `table` or the enumeration does not know. */
  otherwise?: Constant;
  /** Between the entries of a list that becomes one text; `", "` by default. */
  join?: string;
  /** Longest text, in characters; what the schema allows by default. */
  maxLength?: number;
}

/** The same for every article. */
export interface ConstantRule {
  value: Constant;
}

/** A relation to the entry whose `match` field has the feed's value. */
export interface RelationRule {
  from: string | readonly string[];
  /** Field of the related type that is compared; letter case does not matter. */
  match: string;
  /** Makes the entry that is missing; an object fills more of its fields than the compared one. */
  create?: boolean | Readonly<Record<string, FieldRule>>;
  table?: Readonly<Record<string, Constant>>;
  otherwise?: Constant;
}

/** The fields of a component that is there once. */
export interface ComponentRule {
  fields: Readonly<Record<string, FieldRule>>;
}

/** An entry of a repeatable component or a dynamic zone; with `each`, one for each item of a list. */
export interface EntryRule {
  /** Which component; needed in dynamic zones only. */
  component?: string;
  /** Name of a list of the feed. Within `fields`, `item` is one of its items. */
  each?: string;
  fields: Readonly<Record<string, FieldRule>>;
}

export type FieldRule =
  | string
  | ValueRule
  | ConstantRule
  | RelationRule
  | ComponentRule
  | EntryRule
  | readonly EntryRule[];

export interface LocaleRule {
  /** What happens to a delivery in a language that no locale of the site has. */
  missing?: 'park' | 'default' | 'create';
}

/** The content type of the site's own that articles become entries of. */
export interface TargetOptions {
  /** Its uid, `api::post.post`. */
  type: string;
  /** What its fields take; those that are not named are never touched. */
  fields: Readonly<Record<string, FieldRule>>;
  /** Only for localized types. */
  locale?: LocaleRule;
}
