import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';

/** Fields of an article whose values are ids: where their targets lie, and what names one. */
const REFERENCES: Record<string, { uid: string; key: string; name: string[] }> = {
  tags: { uid: UIDS.tag, key: 'documentId', name: ['name'] },
  campaign: { uid: UIDS.campaign, key: 'documentId', name: ['name', 'sourceId'] },
  images: { uid: UIDS.mediaAsset, key: 'documentId', name: ['alt', 'sourceUrl'] },
  heroImage: { uid: 'plugin::upload.file', key: 'id', name: ['name'] },
};

/**
 * What the ids in values of a field are called, for people to read.
 * @returns names by id; empty for fields whose values are no ids. What is gone has no name.
 */
export async function referenceLabels(
  strapi: Core.Strapi,
  field: string,
  values: readonly unknown[],
): Promise<Record<string, string>> {
  const reference = Object.hasOwn(REFERENCES, field) ? REFERENCES[field] : undefined;
  const ids = values.flat().filter((id) => id !== null && id !== undefined);
  if (!reference || ids.length === 0) return {};
  const { uid, key, name } = reference;
  const rows = (await strapi.db
    .query(uid)
    .findMany({ select: [key, ...name], where: { [key]: { $in: ids } } })) as Record<
    string,
    unknown
  >[];
  return Object.fromEntries(
    rows.flatMap((row) => {
      const label = name.map((column) => row[column]).find(Boolean);
      return label ? [[String(row[key]), String(label)]] : [];
    }),
  );
}

/** The name of the campaign that an article's draft belongs to; null where it has none. */
export async function campaignOf(strapi: Core.Strapi, documentId: string): Promise<string | null> {
  const draft = (await strapi.db.query(UIDS.article).findOne({
    select: ['id'],
    where: { documentId, publishedAt: null },
    populate: { campaign: { select: ['name', 'sourceId'] } },
  })) as { campaign: { name: string | null; sourceId: string } | null } | null;
  return draft?.campaign ? draft.campaign.name || draft.campaign.sourceId : null;
}
