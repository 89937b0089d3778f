import type { Core } from '@strapi/types';
import { entryRows } from '../strapi/entries';
import { schemasOf } from '../strapi/schemas';
import { ledgerOf } from '../ledger/ledger';
import type { StreamState } from '../projection/article/stream-state';

/**
 * Whether somebody deleted an article in a type to which the site's articles went before. That was about the article:
 * where articles go now, it is not to come by itself either. One that another of these types still has, was not
 * deleted altogether.
 * @param state of a stream that has no entry where articles go now.
 */
export async function isDeletedElsewhere(
  strapi: Core.Strapi,
  { streamKey, shelf }: StreamState,
): Promise<boolean> {
  const { contentTypes } = schemasOf(strapi);
  const before = Object.entries(shelf).flatMap(([uid, { documentId, locale }]) =>
    contentTypes[uid] && documentId !== null ? [{ uid, documentId, locale }] : [],
  );
  if (before.length === 0) return false;
  for (const { uid, documentId, locale } of before) {
    const where = { documentId, ...(locale === null ? {} : { locale }) };
    if ((await entryRows(strapi, uid).count({ where })) > 0) return false;
  }
  const documentIds = before.map(({ documentId }) => documentId);
  return ledgerOf(strapi).decisions.isDeleted(streamKey, documentIds);
}
