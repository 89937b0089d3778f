import type { RuleArticle } from './rule-article';

/** How a value of the feed is written; by default, as the field's type asks for it. */
export type Conversion =
  | 'text'
  | 'markdown'
  | 'html'
  | 'blocks'
  | 'json'
  | 'date'
  | 'datetime'
  | 'number'
  | 'boolean'
  | 'slug';

export type Constant =
  string | number | boolean | null | readonly Constant[] | { readonly [key: string]: Constant };

/** What a function of the site's own gets. It is frozen: a function says something, and changes nothing. */
export interface RuleInput {
  /** The feed's values by the names that `from` takes (docs/own-types.md lists them). */
  article: RuleArticle;
  /** Within an `each`, the item; null elsewhere. */
  item: unknown;
}

/** Pure: the same article gives the same value, whenever and wherever it runs. */
export type RuleFunction = (input: RuleInput) => unknown;

/** Where a value comes from: the name of a value of the feed, or a function of the site's own. */
export type ValueSource = string | RuleFunction;

/** A value of the feed, changed on its way where the site says so. */
export interface ValueRule {
  /** Name of a value of the feed (docs/own-types.md lists them); of several, the first that is there. */
  from: ValueSource | readonly ValueSource[];
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

/** A text with values of the feed in it: `https://example.org/{slug}`. */
export interface TextRule {
  text: string;
  /** Written where one of the values is not there. */
  otherwise?: Constant;
  maxLength?: number;
}

/** The same for every article. */
export interface ConstantRule {
  value: Constant;
}

/** A relation to the entry whose `match` field has the feed's value. */
export interface RelationRule {
  from: ValueSource | readonly ValueSource[];
  /** Field of the related type that is compared; letter case does not matter. */
  match: string;
  /** Makes the entry that is missing; an object fills more of its fields than the compared one. */
  create?: boolean | Readonly<Record<string, FieldRule>>;
  /** The `match` of the entry that is linked where no entry has the feed's value. */
  unmatched?: string;
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
  /** A list of the feed. Within `fields`, `item` is one of its items. */
  each?: ValueSource;
  fields: Readonly<Record<string, FieldRule>>;
}

export type FieldRule =
  | ValueSource
  | TextRule
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
