import type { Core } from '@strapi/types';
import { hasDrafts, isLocalized } from '../mapping/model/schemas';
import { schemasOf } from '../strapi/schemas';
import { UIDS } from './uids';

const SHARED: readonly string[] = [UIDS.campaign, UIDS.tag, UIDS.mediaAsset];

/**
 * Keeps campaigns, tags and media assets without drafts and locales, before the database is there, whatever
 * the site's extension says: the Content-Type Builder offers both. Each is one entry for all articles that refer
 * to it. As a draft it would be in none that is published, and in one locale in none of another.
 */
export function withoutVersions(strapi: Core.Strapi): void {
  const { contentTypes } = schemasOf(strapi);
  for (const uid of SHARED) {
    const schema = contentTypes[uid];
    if (!schema) continue;
    const turnedOn = [
      ...(hasDrafts(schema) ? ['drafts'] : []),
      ...(isLocalized(schema) ? ['localization'] : []),
    ];
    if (turnedOn.length === 0) continue;
    Object.assign(schema, {
      options: { ...schema.options, draftAndPublish: false },
      pluginOptions: { ...schema.pluginOptions, i18n: { localized: false } },
    });
    strapi.log.warn(
      `article-receiver: the site's extension of ${uid} turns ${turnedOn.join(' and ')} on; all articles share its entries, so they have none`,
    );
  }
}
