import type { Core } from '@strapi/types';
import { countIn, table } from '../database/sql';
import type { LibraryFile } from '../images/upload';

const FILE = 'plugin::upload.file';

/** Attributes in which the address of a file can stand. */
const TEXTUAL = new Set(['string', 'text', 'richtext', 'blocks', 'json', 'customField']);

interface Attribute {
  type: string;
  columnName?: string;
  joinTable?: { name: string };
}

const attributesOf = (strapi: Core.Strapi, uid: string): Record<string, Attribute> =>
  strapi.db.metadata.get(uid).attributes as unknown as Record<string, Attribute>;

/** Whether an entry of any type uses a file: in a media field, or by its address in a text. */
export async function isFileUsed(
  strapi: Core.Strapi,
  file: LibraryFile & { hash?: string },
): Promise<boolean> {
  const { joinTable } = attributesOf(strapi, FILE).related ?? {};
  if (joinTable) {
    const links = strapi.db.getConnection(joinTable.name).where({ file_id: file.id });
    if ((await countIn(links)) > 0) return true;
  }
  const names = [file.hash, `/article-receiver/files/${file.id}`].filter(
    (name) => name !== undefined,
  );
  for (const uid of [...Object.keys(strapi.contentTypes), ...Object.keys(strapi.components)]) {
    if (uid !== FILE && (await isNamedIn(strapi, uid, names))) return true;
  }
  return false;
}

async function isNamedIn(
  strapi: Core.Strapi,
  uid: string,
  names: readonly string[],
): Promise<boolean> {
  const columns = Object.values(attributesOf(strapi, uid)).flatMap(({ type, columnName }) =>
    TEXTUAL.has(type) && columnName ? [columnName] : [],
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
