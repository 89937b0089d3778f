import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { optionsOf } from '../config/site-options';
import { UIDS } from '../content-types/uids';
import { ARTICLE_MAPPING } from '../mapping/model/article-mapping';
import { faultOfTransform } from '../mapping/rules/transform';
import { readMapping, type ReadMapping } from '../mapping/rules/read-mapping';
import type { Mapping } from '../mapping/model/mapping';
import { hasDrafts, isLocalized } from '../mapping/model/schemas';
import { earlySchemasOf } from '../strapi/schemas';

/**
 * The site's mapping, held against its schemas.
 *
 * The plugin's service of this name: Strapi makes it once for a site, and keeps it.
 */
export default function createMapping({ strapi }: { strapi: Core.Strapi }): ReadMapping {
  const { target } = optionsOf(strapi);
  const schemas = earlySchemasOf(strapi);
  if (target) return readMapping(target, schemas);
  const article = schemas.contentTypes[UIDS.article];
  // A site's extension may have turned drafts off, or localization on, as the Content-Type Builder offers it.
  const draftAndPublish = article === undefined || hasDrafts(article);
  const missingLocale = article !== undefined && isLocalized(article) ? 'default' : null;
  const mapping: Mapping = { ...ARTICLE_MAPPING, draftAndPublish, missingLocale };
  return { mapping, faults: [], warnings: [] };
}

const read = (strapi: Core.Strapi): ReadMapping =>
  strapi.plugin(PLUGIN_ID).service<ReadMapping>('mapping');

/**
 * The field that has an entry's language: the locale, or the one that takes the feed's language, as the plugin's own
 * `language` does; null where a type of the site's own has neither.
 */
export const languageField = ({ missingLocale, language }: Mapping): string | null =>
  missingLocale === null ? language : 'locale';

const ONLY_ARTICLE =
  'it is for the plugin’s own Article; with a type of your own, put functions into target.fields';

const NO_SLUG = 'expected a field for "slug" in "target.fields", by which articles are found';

/**
 * Where the site's articles go: the plugin's Article, or a type of the site's own.
 * @throws Error when the site's mapping does not fit its schemas.
 */
export function mappingOf(strapi: Core.Strapi): Mapping {
  const { mapping, faults } = read(strapi);
  if (!mapping) throw new Error(`article-receiver: ${faults.join('; ')}`);
  return mapping;
}

/**
 * Holds the site's mapping against its schemas, before anything else uses it: it is read once.
 * @throws Error that names every wrong option and what was expected there.
 */
export function checkMapping(strapi: Core.Strapi): void {
  const { transform, target, links, checks, indexNow } = optionsOf(strapi);
  const wrong = transform && (target ? ONLY_ARTICLE : faultOfTransform(transform));
  if (wrong) throw new Error(`article-receiver: "transform": ${wrong}`);
  if (mappingOf(strapi).slug === null && links.from.length > 0) {
    throw new Error(`article-receiver: "links.from": ${NO_SLUG}`);
  }
  const asked = checks.enabled ? 'checks.enabled' : indexNow.key ? 'indexNow.key' : null;
  if (mappingOf(strapi).slug === null && asked !== null) {
    throw new Error(`article-receiver: "${asked}": ${NO_SLUG}`);
  }
}

/** Says what of the site's mapping may go wrong later. */
export function warnOfMapping(strapi: Core.Strapi): void {
  for (const warning of read(strapi).warnings) strapi.log.warn(`article-receiver: ${warning}`);
}
