import type { Site } from '../../support/site/site';
import type { Place } from './people-place';

/** The entries of one type, as statements to the database change them: nothing of Strapi's notices. */
export function inDatabase(site: Site, place: Place) {
  const { db } = site.strapi;
  const metadata = db.metadata.get(place.uid);
  const locale = place.locale === undefined ? {} : { locale: place.locale };

  async function write(uid: string, id: unknown, data: object): Promise<void> {
    const { attributes, tableName } = db.metadata.get(uid);
    const columns = Object.entries(data).flatMap(([name, value]) => {
      const attribute = attributes[name];
      if (!attribute || !('columnName' in attribute)) return [];
      const stored = attribute.type === 'json' ? JSON.stringify(value) : (value as unknown);
      return [[attribute.columnName, stored] as const];
    });
    if (columns.length > 0)
      await db.connection(tableName).where({ id }).update(Object.fromEntries(columns));
  }

  return {
    async write(documentId: string, data: object): Promise<void> {
      const parts = Object.entries(data).flatMap(([name, value]) => {
        const attribute = site.strapi.contentType(place.uid as never)?.attributes[name];
        return attribute?.type === 'component' ? [[name, value as object, attribute] as const] : [];
      });
      const populate = parts.map(([name]) => name);
      const where = { documentId, publishedAt: null, ...locale };
      const entry = (await db.query(place.uid).findOne({ where, populate })) as Record<
        string,
        unknown
      >;
      await write(place.uid, entry.id, data);
      for (const [name, value, attribute] of parts)
        await write(
          (attribute as { component: string }).component,
          (entry[name] as { id: unknown }).id,
          value,
        );
    },

    async remove(documentId: string, which: 'all' | 'published'): Promise<void> {
      const rows = db.connection(metadata.tableName).where({ document_id: documentId });
      await (which === 'all' ? rows : rows.whereNotNull('published_at')).del();
    },
  };
}
