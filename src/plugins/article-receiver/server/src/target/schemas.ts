/** What is needed of a Strapi attribute. */
export interface Attribute {
  type: string;
  required?: boolean;
  default?: unknown;
  multiple?: boolean;
  repeatable?: boolean;
  component?: string;
  components?: readonly string[];
  relation?: string;
  target?: string;
  enum?: readonly string[];
  maxLength?: number;
  allowedTypes?: readonly string[];
}

/** What is needed of a content type or component. */
export interface Schema {
  uid: string;
  kind?: string;
  attributes: Readonly<Record<string, Attribute>>;
  options?: { draftAndPublish?: boolean };
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

/** Names of the attributes that people fill. */
export const fillable = ({ attributes }: Schema): string[] =>
  Object.keys(attributes).filter((name) => !MANAGED.has(name) && !name.startsWith('strapi_'));

export const isLocalized = ({ pluginOptions }: Schema): boolean =>
  pluginOptions?.i18n?.localized === true;

export const hasDrafts = ({ options }: Schema): boolean => options?.draftAndPublish === true;

/** Whether a relation leads to any number of entries. */
export const leadsToMany = ({ relation = '' }: Attribute): boolean => relation.endsWith('ToMany');
