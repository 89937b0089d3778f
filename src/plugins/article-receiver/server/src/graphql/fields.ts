import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import { schemasOf } from '../strapi/schemas';

/** How GraphQL calls what Strapi has. */
export interface Naming {
  getFindQueryName(type: unknown): string;
  getFindOneQueryName(type: unknown): string;
  getFindConnectionQueryName(type: unknown): string;
  getTypeName(type: unknown): string;
  getComponentName(component: unknown): string;
}

/** The queries by which a type is read. */
export const queriesOf = (naming: Naming, type: unknown): string[] => [
  naming.getFindQueryName(type),
  naming.getFindConnectionQueryName(type),
  naming.getFindOneQueryName(type),
];

/** The fields of GraphQL whose arguments say which entries of a type are asked for, with the type. */
export function askedFields(strapi: Core.Strapi, naming: Naming): [field: string, uid: string][] {
  const { contentTypes } = schemasOf(strapi);
  return Object.values(UIDS).flatMap((uid) => {
    const type = strapi.contentType(uid);
    const own = queriesOf(naming, type).map((name): [string, string] => [`Query.${name}`, uid]);
    const behind = Object.entries(contentTypes[uid]?.attributes ?? {}).flatMap(
      ([name, { type: kind, relation = '', target = '' }]): [string, string][] =>
        kind === 'relation' && relation.endsWith('ToMany') && target in contentTypes
          ? ['', '_connection'].map((end) => [`${naming.getTypeName(type)}.${name}${end}`, target])
          : [],
    );
    return [...own, ...behind];
  });
}

/** The fields of GraphQL types, also of components, that are relations to articles. */
export function fieldsToArticles(strapi: Core.Strapi, naming: Naming): string[] {
  const { contentTypes, components } = schemasOf(strapi);
  const named = [
    ...Object.values(contentTypes).map((type) => [naming.getTypeName(type), type] as const),
    ...Object.values(components).map((one) => [naming.getComponentName(one), one] as const),
  ];
  return named.flatMap(([name, { attributes }]) =>
    Object.entries(attributes)
      .filter(([, { type, target }]) => type === 'relation' && target === UIDS.article)
      .flatMap(([field]) => [`${name}.${field}`, `${name}.${field}_connection`]),
  );
}
