import type { Mapping } from '../mapping/model/mapping';

/** A content type, and the locale in which its entries are read and written; null without locales. */
export interface EntryPlace {
  mapping: Mapping;
  locale: string | null;
}

/** How Strapi is told of a place's locale. */
export const inLocale = ({ locale }: EntryPlace) => (locale === null ? {} : { locale });
