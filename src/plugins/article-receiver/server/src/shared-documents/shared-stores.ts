import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import { slugLock } from '../database/locks';
import type { Fields } from '../projection/merge/merge';
import { tagKey, tagSlug } from '../projection/shared-documents/tag-name';
import { findFiles, updateFileInfo } from '../images/library-files';
import { isRecord } from '../../../shared/records';
import { documents } from '../strapi/documents';
import { entryRows, type EntryRow } from '../strapi/entries';
import { foundTogether } from '../run-context/looks';
import { calledSo } from './called-so';
import { newSlug, type Slugs } from './new-slug';

/** Where one kind of shared document is kept. All of it joins the caller's transaction. */
export interface SharedStore {
  /** The values of documents, by their ids: of those that are there. */
  read(strapi: Core.Strapi, documentIds: readonly string[]): Promise<Map<string, Fields>>;
  /** @param documentId the id that it had before somebody deleted it. */
  create(strapi: Core.Strapi, documentId: string | null, data: Fields): Promise<string>;
  update(strapi: Core.Strapi, documentId: string, data: Fields): Promise<string>;
  /** Documents that say they are this one, oldest first: of an earlier installation, or a person's. */
  find?(strapi: Core.Strapi, data: Fields): Promise<string[]>;
  /** Whether one is meant by what it is called, whatever else it was known as. */
  isByName?: boolean;
  /** The locks to take before a document is made; see `database/locks`. */
  locks?(data: Fields): string[];
}

const whereOneOf = (documentIds: readonly string[]) => ({ documentId: { $in: documentIds } });

export const byDocument = (rows: readonly EntryRow[]): Map<string, Fields> =>
  new Map(rows.map((row) => [row.documentId, row]));

function documentStore(uid: string): SharedStore {
  return {
    read: foundTogether(async (strapi, documentIds: readonly string[]) =>
      byDocument(await entryRows(strapi, uid).findMany({ where: whereOneOf(documentIds) })),
    ),
    create: async (strapi, documentId, data) => {
      const identity = documentId === null ? {} : { documentId };
      return (await documents(strapi, uid).create({ data: { ...data, ...identity } })).documentId;
    },
    update: async (strapi, documentId, data) => {
      if (Object.keys(data).length > 0) await documents(strapi, uid).update({ documentId, data });
      return documentId;
    },
  };
}

/** Those with exactly these values; MySQL's usual collations find texts in other cases, too. */
async function sameIn(strapi: Core.Strapi, uid: string, where: Fields): Promise<string[]> {
  const rows = await entryRows(strapi, uid).findMany({ where, orderBy: { id: 'asc' } });
  const same = rows.filter((row) =>
    Object.entries(where).every(([name, value]) => row[name] === value),
  );
  return same.map(({ documentId }) => documentId);
}

export const campaigns: SharedStore = {
  ...documentStore(UIDS.campaign),
  find: (strapi, { sourceId }) => sameIn(strapi, UIDS.campaign, { sourceId }),
};

const tagDocuments = documentStore(UIDS.tag);

const tagSlugs = (strapi: Core.Strapi): Slugs => ({
  holders: async (slug) => {
    const rows = await entryRows(strapi, UIDS.tag).findMany({ select: ['name'], where: { slug } });
    return rows.map(({ documentId, name }) => ({ documentId, name: String(name) }));
  },
  keyOf: (name) => ({ kind: 'tag', sourceId: tagKey(name) }),
  give: (documentId, slug) => tagDocuments.update(strapi, documentId, { slug }),
});

export const tags: SharedStore = {
  ...tagDocuments,
  find: (strapi, { name }) =>
    calledSo(strapi, { uid: UIDS.tag, field: 'name', value: String(name) }),
  isByName: true,
  /** A tag gets its slug when it is made: front ends have it in their addresses. */
  create: async (strapi, documentId, data) =>
    tagDocuments.create(strapi, documentId, {
      ...data,
      slug: await newSlug(strapi, String(data.name), tagSlugs(strapi)),
    }),
  locks: ({ name }) => [slugLock('tag', tagSlug(String(name)))],
};

export const mediaAssets: SharedStore = {
  ...documentStore(UIDS.mediaAsset),
  read: foundTogether(async (strapi, documentIds: readonly string[]) => {
    const rows = await entryRows(strapi, UIDS.mediaAsset).findMany({
      where: whereOneOf(documentIds),
      populate: { file: { select: ['id'] } },
    });
    return byDocument(
      rows.map((row) => ({ ...row, file: isRecord(row.file) ? row.file.id : null })),
    );
  }),
};

/**
 * The media assets of an article: where it was left by an earlier installation, or came with a backup of another
 * site, so were they. Another article with the same image has its own. What the article has is read once, when the
 * first of its images is looked for: it is for one delivery.
 */
export function mediaAssetsOf(articleId: string): SharedStore {
  let read: Promise<EntryRow[]> | undefined;
  return {
    ...mediaAssets,
    find: async (strapi, { digest, sourceUrl }) => {
      const assets = await (read ??= assetsOf(strapi, articleId));
      const same = assets.filter((one) => one.digest === digest && one.sourceUrl === sourceUrl);
      return [...new Set(same.map(({ documentId }) => documentId))];
    },
  };
}

async function assetsOf(strapi: Core.Strapi, articleId: string): Promise<EntryRow[]> {
  const rows = await entryRows(strapi, UIDS.article).findMany({
    select: ['sourceId'],
    where: { sourceId: articleId },
    populate: { images: { select: ['documentId', 'sourceUrl', 'digest'] } },
  });
  return rows
    .filter(({ sourceId }) => sourceId === articleId)
    .flatMap(({ images }) => images as EntryRow[]);
}

/** The descriptive part of a file in the Media Library; the file itself is made by its upload. */
export const files: SharedStore = {
  read: async (strapi, ids) => {
    const found = await findFiles(strapi, ids.map(Number));
    return new Map([...found].map(([id, file]) => [String(id), { ...file }]));
  },
  create: (_strapi, id) => Promise.reject(new Error(`file ${id} is not in the Media Library`)),
  update: async (strapi, id, data) => {
    if (Object.keys(data).length > 0) await updateFileInfo(strapi, Number(id), data);
    return id;
  },
};
