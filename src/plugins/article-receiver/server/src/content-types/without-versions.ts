import type { Core } from '@strapi/types';
import { UIDS } from './uids';

/** What is needed of a schema here. */
interface Versioned {
  options?: { draftAndPublish?: boolean };
  pluginOptions?: { i18n?: { localized?: boolean } };
}

/**
 * Keeps campaigns, tags and media assets without drafts and locales, before the database is there, whatever
 * the site's extension says: the Content-Type Builder offers both. Each is one entry for all articles that refer
 * to it. As a draft it would be in none that is published, and in one locale in none of another.
 */
export function withoutVersions(strapi: Core.Strapi): void {
  for (const uid of [UIDS.campaign, UIDS.tag, UIDS.mediaAsset]) {
    const schema: Versioned | undefined = strapi.contentTypes[uid];
    if (!schema) continue;
    const turnedOn = [
      ...(schema.options?.draftAndPublish ? ['drafts'] : []),
      ...(schema.pluginOptions?.i18n?.localized ? ['localization'] : []),
    ];
    if (turnedOn.length === 0) continue;
    schema.options = { ...schema.options, draftAndPublish: false };
    schema.pluginOptions = { ...schema.pluginOptions, i18n: { localized: false } };
    strapi.log.warn(
      `article-receiver: the site's extension of ${uid} turns ${turnedOn.join(' and ')} on; all articles share its entries, so they have none`,
    );
  }
}
