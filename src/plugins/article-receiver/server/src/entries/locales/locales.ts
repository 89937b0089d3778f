import type { Core } from '@strapi/types';
import { reasonOf, type Reason } from '../../../../shared/deliveries/reasons';
import type { Options } from '../../config/options';
import { inTransaction } from '../../database/transaction';
import { takeLocks } from '../../database/locks';
import { chooseLocale, type SiteLocales } from '../../mapping/values/choose-locale';
import type { Mapping } from '../../mapping/model/mapping';
import { isoLocales, locales, type Locale } from '../../strapi/locales';
import type { NamedLocales } from '../../strapi/watch-documents';
import { askedTogether } from '../../run-context/looks';

/** The locales that a site has. */
export const siteLocales = (strapi: Core.Strapi): Promise<SiteLocales> => askLocales(strapi, null);

const askLocales = askedTogether<null, SiteLocales>(async (strapi) => {
  const service = locales(strapi);
  const codes = (await service.find()).map(({ code }) => code);
  const found = { codes, default: await service.getDefaultLocale() };
  return () => found;
});

/** The locale that is meant where none is named. */
export const defaultLocale = (strapi: Core.Strapi): Promise<string> =>
  locales(strapi).getDefaultLocale();

/**
 * The locale to which relations to a localized type lead: the entry's own, or the default one where it has
 * none (5.54.0: core/…/transform/relations/utils/i18n). Strapi refuses what is in another locale alone.
 */
export const localeOfRelated = async (
  strapi: Core.Strapi,
  locale: string | null,
): Promise<string> => locale ?? (await defaultLocale(strapi));

/**
 * Whether what somebody does to an entry is done to the feed's article in it, and not to a translation.
 * @param named the locales in which they do it.
 * @param ours the one that the article is in; null on a type without locales.
 */
export async function isDoneIn(
  strapi: Core.Strapi,
  named: NamedLocales,
  ours: string | null,
): Promise<boolean> {
  if (ours === null || named === '*') return true;
  return [named || (await defaultLocale(strapi))].flat().includes(ours);
}

/**
 * Where a delivery goes: a locale, null on a type without locales; or why a person has to decide.
 * `isGone` where somebody deleted that locale with the article.
 */
export type LocaleOf = { locale: string | null; isGone?: true } | { reason: Reason };

interface HowToPlace {
  /** Makes no locale. */
  preview: boolean;
  options: Options;
  /** Whether somebody deleted a locale that is missing, and what the article had there: it is not made again. */
  wasDeleted?: (locale: string) => Promise<boolean>;
}

/** The locale for a delivery's language, made where the site allows that. */
export async function localeFor(
  strapi: Core.Strapi,
  { missingLocale }: Mapping,
  language: string | null,
  { preview, options, wasDeleted }: HowToPlace,
): Promise<LocaleOf> {
  if (missingLocale === null) return { locale: null };
  const choice = chooseLocale(
    language,
    await siteLocales(strapi),
    missingLocale,
    options.languageMap,
  );
  if (!('create' in choice)) return choice;
  const iso = knownLocale(strapi, choice.create);
  if (!iso) {
    const word = (language ?? choice.create).trim().slice(0, 50);
    return { reason: reasonOf('localeUnknown', { language: word }) };
  }
  if (preview) return { locale: iso.code };
  if (await wasDeleted?.(iso.code)) return { locale: iso.code, isGone: true };
  await makeLocale(strapi, iso);
  return { locale: iso.code };
}

/**
 * The locale in which an article of a language is, or will be, as things stand; the language itself on
 * a type without locales, and where a person has to decide.
 */
export async function localesByLanguage(
  strapi: Core.Strapi,
  { missingLocale }: Mapping,
  { languageMap }: Pick<Options, 'languageMap'>,
): Promise<(language: string) => string> {
  if (missingLocale === null) return (language) => language;
  const there = await siteLocales(strapi);
  return (language) => {
    const choice = chooseLocale(language, there, missingLocale, languageMap);
    if ('locale' in choice) return choice.locale;
    return ('create' in choice ? knownLocale(strapi, choice.create)?.code : undefined) ?? language;
  };
}

function knownLocale(strapi: Core.Strapi, language: string): Locale | undefined {
  const all = isoLocales(strapi);
  const named = (code: string) => all.find((locale) => locale.code.toLowerCase() === code);
  const code = language.toLowerCase().replaceAll('_', '-');
  return named(code) ?? named(code.split('-')[0] ?? '');
}

async function makeLocale(strapi: Core.Strapi, { code, name }: Locale): Promise<void> {
  const lock = `locale ${code}`;
  await inTransaction(strapi, async ({ trx }) => {
    await takeLocks(strapi, trx, [lock]);
    const known = await locales(strapi).find();
    if (!known.some((locale) => locale.code === code)) await locales(strapi).create({ code, name });
  });
}
