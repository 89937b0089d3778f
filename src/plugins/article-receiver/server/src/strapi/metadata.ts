import type { Core } from '@strapi/types';

/** An attribute as the database layer keeps it. */
interface StoredAttribute {
  type: string;
  columnName?: string;
  joinTable?: { name: string };
}

/** Where the database has the entries of a type, and each of their attributes. */
export function storedType(
  strapi: Core.Strapi,
  uid: string,
): { tableName: string; attributes: Readonly<Record<string, StoredAttribute | undefined>> } {
  const { tableName, attributes } = strapi.db.metadata.get(uid);
  return { tableName, attributes };
}

interface LinkTable {
  name: string;
  joinColumn: { name: string };
  morphColumn: { idColumn: { name: string }; typeColumn: { name: string } };
}

/** The table of the upload plugin's that says which entries have which files. */
export function fileLinkTable(strapi: Core.Strapi): LinkTable {
  const { related } = strapi.db.metadata.get('plugin::upload.file').attributes;
  return (related as unknown as { joinTable: LinkTable }).joinTable;
}
