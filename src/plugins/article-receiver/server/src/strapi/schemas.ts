import type { Core } from '@strapi/types';
import type { Attribute, Schemas } from '../mapping/model/schemas';

/** The site's content types and components: what their schemas say, of any site. */
export const schemasOf = (strapi: Core.Strapi): Schemas => ({
  contentTypes: strapi.contentTypes as unknown as Schemas['contentTypes'],
  components: strapi.components as unknown as Schemas['components'],
});

/** Whether Strapi leaves an attribute out of what it answers, by the attribute, its type or the site's configuration. */
function isPrivate(strapi: Core.Strapi, uid: string, name: string): boolean {
  const { attributes, options } = schemasOf(strapi).contentTypes[uid] ?? {};
  const everywhere = strapi.config.get<string[] | undefined>('api.responses.privateAttributes');
  return (
    attributes?.[name]?.private === true ||
    [...(options?.privateAttributes ?? []), ...(everywhere ?? [])].includes(name)
  );
}

/** A field that anybody is told of; null where there is none, or it is private. */
export const shownField = (strapi: Core.Strapi, uid: string, name: string | null): string | null =>
  name === null || isPrivate(strapi, uid, name) ? null : name;

/** What the site's custom fields are kept as, by their names. */
const customFields = (strapi: Core.Strapi) =>
  strapi
    .get<{ getAll(): Record<string, Pick<Attribute, 'type'> | undefined> }>('custom-fields')
    .getAll();

type Attributes = Schemas['contentTypes'][string]['attributes'];

/** Custom fields by what they keep: Strapi itself puts that into the schemas after all are registered. */
function resolved(strapi: Core.Strapi, attributes: Attributes): Attributes {
  const known = customFields(strapi);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => {
      const type = attribute.customField && known[attribute.customField]?.type;
      return [name, type ? { ...attribute, type } : attribute];
    }),
  );
}

/**
 * Whether it is known what all custom fields of the site are kept as. Plugins that come later register theirs later, and
 * the site's own code after all of them.
 */
export function areFieldsKnown(strapi: Core.Strapi): boolean {
  const known = customFields(strapi);
  const { contentTypes, components } = schemasOf(strapi);
  const schemas = [...Object.values(contentTypes), ...Object.values(components)];
  return schemas
    .flatMap(({ attributes }) => Object.values(attributes))
    .every(({ type, customField }) => type !== 'customField' || known[customField ?? '']);
}

/** The same while plugins register. */
export function earlySchemasOf(strapi: Core.Strapi): Schemas {
  const all = (schemas: Schemas['contentTypes']) =>
    Object.fromEntries(
      Object.entries(schemas).map(([uid, schema]) => [
        uid,
        { ...schema, uid, attributes: resolved(strapi, schema.attributes) },
      ]),
    );
  const { contentTypes, components } = schemasOf(strapi);
  return { contentTypes: all(contentTypes), components: all(components) };
}
