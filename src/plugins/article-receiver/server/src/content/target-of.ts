import type { Core } from '@strapi/types';
import { optionsOf } from '../config/site-options';
import { ARTICLE_TARGET } from '../target/article-target';
import { readTarget, type ReadTarget } from '../target/read-target';
import type { Schemas } from '../target/schemas';
import type { Target } from '../target/target';

const known = new WeakMap<Core.Strapi, ReadTarget>();

export const schemasOf = (strapi: Core.Strapi): Schemas => ({
  contentTypes: strapi.contentTypes as unknown as Schemas['contentTypes'],
  components: strapi.components as unknown as Schemas['components'],
});

function read(strapi: Core.Strapi): ReadTarget {
  const { target } = optionsOf(strapi);
  const result = known.get(strapi) ?? (target ? readTarget(target, schemasOf(strapi)) : OWN);
  known.set(strapi, result);
  return result;
}

const OWN: ReadTarget = { target: ARTICLE_TARGET, faults: [], warnings: [] };

/**
 * Where the site's articles go: the plugin's Article, or a type of the site's own.
 * @throws Error when the site's mapping does not fit its schemas.
 */
export function targetOf(strapi: Core.Strapi): Target {
  const { target, faults } = read(strapi);
  if (!target) throw new Error(`article-receiver: ${faults.join('; ')}`);
  return target;
}

/**
 * Holds the site's mapping against its schemas, before anything else uses it.
 * @throws Error that names every wrong option and what was expected there.
 */
export function checkTarget(strapi: Core.Strapi): void {
  targetOf(strapi);
  for (const warning of read(strapi).warnings) strapi.log.warn(`article-receiver: ${warning}`);
}
