import type { Core } from '@strapi/types';
import { slugLock } from '../database/locks';
import { unpublishedIn } from '../entries/unmapped/unmapped-fields';
import { entrySourceId, type ProjectedKey } from '../ledger/shared-documents/projected-key';
import { fillable, hasDrafts, longestOf, type Schema } from '../mapping/model/schemas';
import type { Match } from '../mapping/model/mapping';
import type { Fields } from '../projection/merge/merge';
import { tagKey, tagSlug } from '../projection/shared-documents/tag-name';
import { documents } from '../strapi/documents';
import { entryRows } from '../strapi/entries';
import { newSlug, type Slugs } from './new-slug';
import { byDocument, type SharedStore } from './shared-stores';

/** The locale of the entries, on a localized type. */
interface Place {
  locale?: string;
}

/**
 * Entries of a type of the site's own, as documents that several deliveries fill together. What is
 * compared with what the feed says is the draft: there editors change it.
 */
export function entryStore(schema: Schema, match: Match, place: Place): SharedStore {
  const { uid } = schema;
  const drafts = hasDrafts(schema) ? { publishedAt: null } : {};
  // Related entries are published at once: readers of a published article could not see them otherwise.
  const status = hasDrafts(schema) ? { status: 'published' } : {};
  const slugs = fillable(schema).filter(
    (name) => schema.attributes[name]?.type === 'uid' && !Object.hasOwn(match.create ?? {}, name),
  );
  return {
    read: async (strapi, documentIds) => {
      const where = { documentId: { $in: documentIds }, ...drafts, ...place };
      return byDocument(await entryRows(strapi, uid).findMany({ where }));
    },
    create: async (strapi, documentId, data) => {
      const identity = documentId === null ? {} : { documentId };
      const named: Fields = {};
      for (const field of slugs) {
        const how = slugsIn(strapi, { schema, match, place, field });
        named[field] = await newSlug(strapi, match.value, how);
      }
      const entry = { ...named, ...data, ...identity };
      return (await documents(strapi, uid).create({ data: entry, ...place, ...status })).documentId;
    },
    update: async (strapi, documentId, data) => {
      if (Object.keys(data).length > 0) await update(strapi, schema, { documentId, place }, data);
      return documentId;
    },
    locks: () => (slugs.length > 0 ? [slugLock('tag', tagSlug(match.value))] : []),
  };
}

/** The slugs in a field of the entries that one relation leads to. */
function slugsIn(
  strapi: Core.Strapi,
  { schema, match, place, field }: { schema: Schema; match: Match; place: Place; field: string },
): Slugs {
  const attribute = schema.attributes[field];
  return {
    longest: (attribute && longestOf(attribute)) ?? undefined,
    holders: async (slug) => {
      const where = { [field]: slug, ...place };
      const select = [match.field, 'publishedAt'];
      const rows = await entryRows(strapi, match.uid).findMany({ select, where });
      // Editors see the name of the draft.
      const drafts = byDocument(rows.filter(({ publishedAt }) => !publishedAt));
      return [...byDocument(rows)].map(([documentId, row]) => ({
        documentId,
        name: String((drafts.get(documentId) ?? row)[match.field]),
      }));
    },
    keyOf: (value) => entryKey({ ...match, value }, place),
    give: (documentId, slug) => update(strapi, schema, { documentId, place }, { [field]: slug }),
  };
}

/** What makes two matches the same. */
export const matchKey = ({ uid, field, value }: Match): string =>
  JSON.stringify([uid, field, tagKey(value)]);

/** Under which key the entry of a match is known. */
export const entryKey = (match: Match, { locale }: Place): ProjectedKey => ({
  kind: 'entry',
  sourceId: entrySourceId(matchKey(match), locale ?? null),
});

/**
 * Writes to an entry and to its published version. An editor's unpublished changes do not go out with that,
 * and an entry that an editor unpublished stays unpublished.
 */
async function update(
  strapi: Core.Strapi,
  schema: Schema,
  { documentId, place }: { documentId: string; place: Place },
  data: Fields,
): Promise<void> {
  const { uid } = schema;
  const where = { documentId, publishedAt: { $notNull: true }, ...place };
  const isPublished = hasDrafts(schema) && (await entryRows(strapi, uid).count({ where })) > 0;
  const mapping = { uid, shapes: {}, draftAndPublish: true };
  const entry = { place: { mapping, locale: place.locale ?? null }, documentId };
  const isAhead = isPublished && (await unpublishedIn(strapi, entry, 'all')).length > 0;
  const status = isPublished && !isAhead ? { status: 'published' } : {};
  await documents(strapi, uid).update({ documentId, data, ...place, ...status });
  if (isAhead) await entryRows(strapi, uid).updateMany({ where, data });
}
