import type { Core, UID } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import type { Fields } from '../projection/merge';

type Version = 'draft' | 'published';

interface ArticleRow extends Fields {
  documentId: string;
  heroImage?: { id: number } | null;
  images?: { documentId: string }[];
  tags?: { documentId: string }[];
  campaign?: { documentId: string } | null;
}

interface DocumentApi {
  findOne(params: object): Promise<ArticleRow | null>;
  create(params: object): Promise<ArticleRow>;
  update(params: object): Promise<ArticleRow | null>;
  publish(params: object): Promise<{ entries: unknown[] }>;
  unpublish(params: object): Promise<{ entries: unknown[] }>;
}

const RELATIONS = {
  heroImage: { fields: ['id'] },
  images: { fields: ['documentId'] },
  tags: { fields: ['documentId'] },
  campaign: { fields: ['documentId'] },
};

const articles = (strapi: Core.Strapi): DocumentApi =>
  strapi.documents(UIDS.article as UID.ContentType) as unknown as DocumentApi;

/** Date-times come back as strings or dates, depending on the database. */
const instant = (value: unknown): unknown =>
  typeof value === 'string' || value instanceof Date ? new Date(value).toISOString() : value;

/** An article's values in the form in which the projection writes them: relations as ids. */
function toFields(row: ArticleRow): Fields {
  return {
    ...row,
    heroImage: row.heroImage?.id ?? null,
    images: (row.images ?? []).map(({ documentId }) => documentId),
    tags: (row.tags ?? []).map(({ documentId }) => documentId),
    campaign: row.campaign?.documentId ?? null,
    sourceCreatedAt: instant(row.sourceCreatedAt),
    sourceUpdatedAt: instant(row.sourceUpdatedAt),
  };
}

/** A version of an article; null when there is none. */
export async function readArticle(
  strapi: Core.Strapi,
  documentId: string,
  version: Version,
): Promise<Fields | null> {
  const row = await articles(strapi).findOne({ documentId, status: version, populate: RELATIONS });
  return row && toFields(row);
}

/** The article of the feed that is there without our knowing, after an import for example. */
export async function findBySourceId(
  strapi: Core.Strapi,
  sourceId: string,
): Promise<string | null> {
  const rows = (await strapi.db.query(UIDS.article).findMany({
    select: ['documentId', 'sourceId'],
    where: { sourceId, publishedAt: null },
  })) as { documentId: string; sourceId: string }[];
  // MySQL's usual collations find ids in other cases too, and those are other articles.
  return rows.find((row) => row.sourceId === sourceId)?.documentId ?? null;
}

/** Creates the draft of an article, under the id that it had before if it had one. */
export async function createArticle(
  strapi: Core.Strapi,
  data: Fields,
  documentId: string | null,
): Promise<string> {
  const identity = documentId === null ? {} : { documentId };
  return (await articles(strapi).create({ data: { ...data, ...identity } })).documentId;
}

/** @throws Error when the article is gone: Strapi itself says nothing then. */
export async function updateArticle(
  strapi: Core.Strapi,
  documentId: string,
  data: Fields,
): Promise<void> {
  if (Object.keys(data).length === 0) return;
  const updated = await articles(strapi).update({ documentId, data });
  if (!updated) throw new Error(`article ${documentId} disappeared while it was being written`);
}

export async function publishArticle(strapi: Core.Strapi, documentId: string): Promise<void> {
  const { entries } = await articles(strapi).publish({ documentId });
  if (entries.length === 0) throw new Error(`article ${documentId} could not be published`);
}

export async function unpublishArticle(strapi: Core.Strapi, documentId: string): Promise<void> {
  await articles(strapi).unpublish({ documentId });
}

/** Whether another article, draft or published, has this slug. */
export async function isSlugTaken(
  strapi: Core.Strapi,
  slug: string,
  documentId: string | null,
): Promise<boolean> {
  const others = documentId === null ? {} : { documentId: { $ne: documentId } };
  return (await strapi.db.query(UIDS.article).count({ where: { slug, ...others } })) > 0;
}
