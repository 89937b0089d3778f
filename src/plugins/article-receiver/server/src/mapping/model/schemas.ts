import type { RulesLogic } from 'json-logic-js';

/** What is needed of a Strapi attribute. */
export interface Attribute {
  type: string;
  customField?: string;
  /** Whether it is left out of what the Content API answers. */
  private?: boolean;
  required?: boolean;
  default?: unknown;
  multiple?: boolean;
  repeatable?: boolean;
  component?: string;
  components?: readonly string[];
  relation?: string;
  target?: string;
  /** Of a relation that the other entry has a field for. */
  inversedBy?: string;
  /** Of a relation that is kept with the other entry. */
  mappedBy?: string;
  enum?: readonly string[];
  minLength?: number;
  maxLength?: number;
  /** Of a number the least and the most; of a list, how many entries. A schema may have them as texts. */
  min?: number | string;
  max?: number | string;
  regex?: string;
  allowedTypes?: readonly string[];
  pluginOptions?: { i18n?: { localized?: boolean } };
  /** When it is shown in a form, as JSON Logic over what is beside it. Strapi asks nothing of one that is hidden. */
  conditions?: { visible?: RulesLogic };
}

/** What is needed of a content type or component. */
export interface Schema {
  uid: string;
  kind?: string;
  info?: { displayName?: string };
  attributes: Readonly<Record<string, Attribute>>;
  options?: { draftAndPublish?: boolean; privateAttributes?: readonly string[] };
  pluginOptions?: { i18n?: { localized?: boolean } };
}

/** All schemas of a site, by uid. */
export interface Schemas {
  contentTypes: Readonly<Record<string, Schema>>;
  components: Readonly<Record<string, Schema>>;
}

/** Attributes that Strapi manages itself. */
const MANAGED = new Set(
  'id documentId createdAt updatedAt publishedAt createdBy updatedBy locale localizations'.split(
    ' ',
  ),
);

/** What people call a type. */
export const nameOf = ({ uid, info }: Schema): string => info?.displayName ?? uid;

/** Names of the attributes that people fill. */
export const fillable = ({ attributes }: Schema): string[] =>
  Object.keys(attributes).filter((name) => !MANAGED.has(name) && !name.startsWith('strapi_'));

/** Whether a type has locales, or a field of such a type a value in each. */
export const isLocalized = ({ pluginOptions }: Pick<Schema, 'pluginOptions'>): boolean =>
  pluginOptions?.i18n?.localized === true;

export const hasDrafts = ({ options }: Schema): boolean => options?.draftAndPublish === true;

/** Whether a relation leads to any number of entries. */
export const leadsToMany = ({ relation = '' }: Pick<Attribute, 'relation'>): boolean =>
  relation.endsWith('ToMany');

/** Whether Strapi takes an entry from the one that it was linked to, when another links it. */
export const takesFromOthers = ({ relation = '', inversedBy, mappedBy }: Attribute): boolean =>
  relation.startsWith('oneTo') && (inversedBy ?? mappedBy) !== undefined;

/** Types whose values Strapi caps at 255 characters when the schema does not say. */
const CAPPED = new Set(['string', 'uid', 'email']);

/** The most characters that Strapi takes for an attribute; null where it sets no limit. */
export const longestOf = ({ type, maxLength }: Attribute): number | null =>
  maxLength ?? (CAPPED.has(type) ? 255 : null);
