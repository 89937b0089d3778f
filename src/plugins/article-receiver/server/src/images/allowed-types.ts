import type { Core } from '@strapi/types';
import { isRecord } from '../../../shared/records';

/** What a site lists of media types: `image/png`, `image/*`. */
interface TypeLists {
  allowed: readonly string[] | null;
  denied: readonly string[];
}

/**
 * Whether the site lets the Media Library have files of a type (`security` in the options of Strapi's
 * upload plugin). Strapi asks so of what people upload, before its upload service, and not in it.
 */
export function isTypeAllowed(strapi: Core.Strapi, contentType: string): boolean {
  const security = strapi.config.get<unknown>('plugin::upload.security');
  return isAmong(contentType, listsOf(security));
}

function isAmong(contentType: string, { allowed, denied }: TypeLists): boolean {
  const isListed = (list: readonly string[]) => list.some((one) => matches(contentType, one));
  return !isListed(denied) && (allowed === null || isListed(allowed));
}

function listsOf(security: unknown): TypeLists {
  const { allowedTypes, deniedTypes } = isRecord(security) ? security : {};
  const texts = (list: readonly unknown[]) => list.filter((one) => typeof one === 'string');
  return {
    allowed: Array.isArray(allowedTypes) ? texts(allowedTypes) : null,
    denied: Array.isArray(deniedTypes) ? texts(deniedTypes) : [],
  };
}

/** `*` stands for anything. */
function matches(contentType: string, pattern: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[^\w/]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(contentType);
}
