import type { Core } from '@strapi/types';
import { ownTypeOf } from '../config/site-options';
import { UIDS } from '../content-types/uids';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { askedFields, fieldsToArticles, queriesOf, type Naming } from './fields';
import { publishedBehind, publishedOnly, withoutArticles } from './hide-drafts';
import { beforeFields, type Nexus } from './middleware';
import { refuseOddArguments } from './odd-arguments';

interface Extension {
  shadowCRUD(uid: string): { disable(): void; disableMutations(): void };
  use(extension: object): void;
}

/**
 * With @strapi/plugin-graphql, the content types can be queried as over REST: read only, and drafts
 * by API tokens only. Tables that are no content types are unknown to it anyway.
 */
export function shareWithGraphql(strapi: Core.Strapi): void {
  const graphql = strapi.plugin('graphql');
  if (!graphql) return;
  const extension: Extension = graphql.service('extension');
  // With a type of the site's own, the plugin's have nothing to show: there as over REST.
  const isHidden = ownTypeOf(strapi) !== null;
  for (const uid of Object.values(UIDS)) {
    const type = extension.shadowCRUD(uid);
    if (isHidden) type.disable();
    else type.disableMutations();
  }
  extension.use(({ strapi: site, nexus }: { strapi: Core.Strapi; nexus: Nexus }) => {
    const { naming }: { naming: Naming } = graphql.service('utils');
    const queries = queriesOf(naming, site.contentType(UIDS.article));
    const middlewares = [
      ...(isHidden ? [] : queries).map((name) => [`Query.${name}`, publishedOnly] as const),
      ...fieldsToArticles(site, naming).map((name) => [name, publishedBehind] as const),
      ...(isHidden ? [] : askedFields(site, naming)).map(
        ([name, uid]) => [name, refuseOddArguments(site, uid)] as const,
      ),
      ['UploadFile.related', withoutArticles(site)] as const,
    ];
    return { plugins: [beforeFields(nexus, PLUGIN_ID, middlewares)] };
  });
}
