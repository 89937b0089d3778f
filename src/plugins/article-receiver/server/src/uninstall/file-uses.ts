import type { Core } from '@strapi/types';
import { countIn, table } from '../database/sql';
import { fileLinkTable, storedType } from '../strapi/metadata';
import { FILE_UID, type LibraryFile } from '../strapi/media-library';

/** Attributes in which the address of a file can stand. */
const TEXTUAL = new Set(['string', 'text', 'richtext', 'blocks', 'json', 'customField']);

/**
 * Whether an entry uses a file: in a media field, or by its address in a text.
 * @param leaving types whose entries do not count: they are about to go.
 */
export async function isFileUsed(
  strapi: Core.Strapi,
  file: LibraryFile,
  leaving: readonly string[] = [],
): Promise<boolean> {
  const { name, joinColumn, morphColumn } = fileLinkTable(strapi);
  const links = strapi.db
    .getConnection(name)
    .where({ [joinColumn.name]: file.id })
    .whereNotIn(morphColumn.typeColumn.name, [...leaving]);
  if ((await countIn(links)) > 0) return true;
  const names = [file.hash, `/article-receiver/files/${file.id}`].filter(
    (name) => name !== undefined && name !== null,
  );
  for (const uid of [...Object.keys(strapi.contentTypes), ...Object.keys(strapi.components)]) {
    if (uid !== FILE_UID && !leaving.includes(uid) && (await isNamedIn(strapi, uid, names)))
      return true;
  }
  return false;
}

async function isNamedIn(
  strapi: Core.Strapi,
  uid: string,
  names: readonly string[],
): Promise<boolean> {
  const columns = Object.values(storedType(strapi, uid).attributes).flatMap((attribute) =>
    attribute && TEXTUAL.has(attribute.type) ? (attribute.columnName ?? []) : [],
  );
  if (columns.length === 0) return false;
  // JSON columns cannot be searched on PostgreSQL unless they are made text.
  const text = strapi.db.dialect.client === 'mysql' ? 'char' : 'text';
  const naming = table(strapi, uid).where((any) => {
    for (const column of columns) {
      for (const name of names) {
        void any.orWhereRaw(`cast(?? as ${text}) like ?`, [column, `%${name}%`]);
      }
    }
  });
  return (await countIn(naming)) > 0;
}
