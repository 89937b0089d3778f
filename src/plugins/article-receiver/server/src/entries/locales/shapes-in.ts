import type { Core } from '@strapi/types';
import { isLocalized } from '../../mapping/model/schemas';
import type { Shapes, Mapping } from '../../mapping/model/mapping';
import { defaultLocale } from './locales';
import { schemasOf } from '../../strapi/schemas';

/**
 * Fields of the feed's that an entry has in a locale: of another locale than the feed's, those that
 * all locales of an entry have in common.
 * @param ours the locale that the feed's article is in; null on a type without locales.
 * @param asked the locale that somebody works in; left out: the default one.
 */
export async function shapesIn(
  strapi: Core.Strapi,
  { uid, shapes }: Pick<Mapping, 'uid' | 'shapes'>,
  ours: string | null,
  asked: string | undefined,
): Promise<{ shapes: Shapes; locale: string | null }> {
  if (ours === null) return { shapes, locale: null };
  const locale = asked ?? (await defaultLocale(strapi));
  if (locale === ours) return { shapes, locale };
  return { shapes: sharedShapes(strapi, { uid, shapes }), locale };
}

/** Fields of the feed's that all locales of an entry have in common. */
export function sharedShapes(
  strapi: Core.Strapi,
  { uid, shapes }: Pick<Mapping, 'uid' | 'shapes'>,
): Shapes {
  const { attributes = {} } = schemasOf(strapi).contentTypes[uid] ?? {};
  const shared = Object.entries(shapes).filter(([name]) => !isLocalized(attributes[name] ?? {}));
  return Object.fromEntries(shared);
}
