import type { Core } from '@strapi/types';

export interface Locale {
  code: string;
  name: string;
}

interface Locales {
  find(): Promise<Locale[]>;
  getDefaultLocale(): Promise<string>;
  create(locale: Locale): Promise<Locale>;
}

interface Internationalization {
  service(name: 'locales'): Locales;
  /** Those that an administrator can choose from. */
  service(name: 'iso-locales'): { getIsoLocales(): Locale[] };
}

const i18n = (strapi: Core.Strapi): Internationalization => strapi.plugin('i18n');

/** The locales of the site, as its settings have them. */
export const locales = (strapi: Core.Strapi): Locales => i18n(strapi).service('locales');

/** The locales that Strapi knows. */
export const isoLocales = (strapi: Core.Strapi): Locale[] =>
  i18n(strapi).service('iso-locales').getIsoLocales();
