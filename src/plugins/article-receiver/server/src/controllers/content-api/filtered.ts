import type { Core } from '@strapi/types';
import { schemasOf } from '../../strapi/schemas';
import type { Filtered } from './query-fault';

/** The type behind every attribute of media. */
const FILE = 'plugin::upload.file';

/** What filters on a content type depend on. */
export function filtered(strapi: Core.Strapi, uid: string): Filtered {
  const attributes = schemasOf(strapi).contentTypes[uid]?.attributes ?? {};
  return {
    // SQLite has no operator for it, and Strapi asks it all the same.
    hasSupersets: strapi.db.dialect.client !== 'sqlite',
    typeOf: (name) => attributes[name]?.type,
    behind(name) {
      const { type, target = type === 'media' ? FILE : undefined } = attributes[name] ?? {};
      return target && Object.hasOwn(strapi.contentTypes, target) ? filtered(strapi, target) : null;
    },
  };
}
