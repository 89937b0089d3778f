import type { Core } from '@strapi/types';
import {
  fillable,
  hasDrafts,
  isLocalized,
  type Attribute,
  type Schema,
} from '../../mapping/model/schemas';
import { rowsOf, type Row } from '../../mapping/values/read-entry';
import { entryRows } from '../../strapi/entries';
import { schemasOf } from '../../strapi/schemas';

/** Where rows were moved. */
interface Destination {
  locale: string | null;
  /** Whether the rows are drafts, or what is published, and lead to such. */
  isVersion: boolean;
}

/**
 * Has rows that were moved to a locale lead to the entries there. To Strapi a relation is one between rows, so they
 * would go on leading to the same entries in the former locale (5.54.0). An entry that is not in the new one is none
 * to which they could lead.
 * @param uid the content type of the rows, or the component.
 */
export async function moveLinks(
  strapi: Core.Strapi,
  uid: string,
  ids: readonly unknown[],
  to: Destination,
): Promise<void> {
  const { contentTypes, components } = schemasOf(strapi);
  const schema = contentTypes[uid] ?? components[uid];
  if (!schema || ids.length === 0) return;
  const { relations, parts } = leadingIn(schema, contentTypes);
  const names = [...relations, ...parts].map(([name]) => name);
  if (names.length === 0) return;
  const rows: Row[] = await entryRows(strapi, uid).findMany({
    where: { id: { $in: ids } },
    populate: Object.fromEntries(names.map((name) => [name, true])),
  });
  for (const [name, attribute] of relations) {
    const target = contentTypes[attribute.target ?? ''];
    if (!target) continue;
    const leaving = rows.filter((row) =>
      rowsOf(row[name]).some(({ locale }) => locale !== to.locale),
    );
    const there = await findThere(
      strapi,
      target,
      leaving.flatMap((row) => rowsOf(row[name])),
      to,
    );
    for (const row of leaving) {
      const set = counterparts(target, rowsOf(row[name]), there, to);
      await entryRows(strapi, uid).update({ where: { id: row.id }, data: { [name]: { set } } });
    }
  }
  const within = new Map<string, unknown[]>();
  for (const [name, { component }] of parts) {
    for (const part of rows.flatMap((row) => rowsOf(row[name]))) {
      const of = component ?? String(part.__component);
      within.set(of, [...(within.get(of) ?? []), part.id]);
    }
  }
  for (const [component, partIds] of within) await moveLinks(strapi, component, partIds, to);
}

/** The relations to localized types, and what may have some within. */
function leadingIn(
  schema: Schema,
  types: Readonly<Record<string, Schema>>,
): Record<'relations' | 'parts', [name: string, attribute: Attribute][]> {
  const all = fillable(schema).flatMap((name): [string, Attribute][] => {
    const attribute = schema.attributes[name];
    return attribute ? [[name, attribute]] : [];
  });
  return {
    relations: all.filter(
      ([, { type, target }]) => type === 'relation' && isLocalized(types[target ?? ''] ?? {}),
    ),
    parts: all.filter(([, { type }]) => type === 'component' || type === 'dynamiczone'),
  };
}

/** All rows of some entries in a locale, drafts and published. */
async function findThere(
  strapi: Core.Strapi,
  target: Schema,
  linked: readonly Row[],
  { locale }: Destination,
): Promise<Row[]> {
  if (linked.length === 0) return [];
  const documentIds = [...new Set(linked.map(({ documentId }) => documentId))];
  return entryRows(strapi, target.uid).findMany({
    select: ['publishedAt'],
    where: { documentId: { $in: documentIds }, locale },
    orderBy: { id: 'asc' },
  });
}

/**
 * The rows of the same entries, in the same order: drafts for drafts, and what is published for that. A type without
 * drafts leads to both.
 * @param there the rows that there are in the locale.
 */
function counterparts(
  target: Schema,
  linked: readonly Row[],
  there: readonly Row[],
  { isVersion }: Destination,
): unknown[] {
  const documentIds = [...new Set(linked.map(({ documentId }) => documentId))];
  const isPublished = (row: Row | undefined) => Boolean(row?.publishedAt);
  const isMeant = (row: Row) =>
    !isVersion || !hasDrafts(target) || isPublished(row) === isPublished(linked[0]);
  return documentIds.flatMap((documentId) =>
    there.filter((row) => row.documentId === documentId && isMeant(row)).map(({ id }) => id),
  );
}
