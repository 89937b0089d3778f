import { reasonOf, type Reason } from '../../../../shared/deliveries/reasons';

export type LocaleChoice =
  | { locale: string }
  /** The site lacks it, and may make it. */
  | { create: string }
  /** A person has to decide; the reason names the language. */
  | { reason: Reason };

/** The locales of a site. */
export interface SiteLocales {
  codes: readonly string[];
  default: string;
}

const MAX_WORD = 50;

const LANGUAGE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

const normal = (code: string): string => code.trim().toLowerCase().replaceAll('_', '-');
const base = (code: string): string => normal(code).split('-')[0] ?? '';

/**
 * The locale for a delivery's language: the same one, else the one of its base language (`de` for
 * `de-AT`; where there is only `de-DE`, that), and the default locale where the delivery names none.
 * @param missing what to do about a language that no locale has.
 * @param languages the locales for words that name languages otherwise ("Spanish"), letter case aside.
 */
export function chooseLocale(
  language: string | null,
  { codes, default: standard }: SiteLocales,
  missing: 'park' | 'default' | 'create',
  languages: Readonly<Record<string, string>> = {},
): LocaleChoice {
  if (language === null || language.trim() === '') return { locale: standard };
  const named = Object.entries(languages).find(([word]) => wordOf(word) === wordOf(language));
  if (named) {
    const choice = chooseLocale(named[1], { codes, default: standard }, missing);
    // People are asked about the service's word, not about the locale that the site put for it.
    return 'reason' in choice ? { reason: missingReason(language) } : choice;
  }
  const ordered = [standard, ...[...codes].sort()];
  const found =
    ordered.find((code) => normal(code) === normal(language)) ??
    ordered.find((code) => normal(code) === base(language)) ??
    ordered.find((code) => base(code) === base(language));
  if (found !== undefined) return { locale: found };
  if (missing === 'default') return { locale: standard };
  const word = language.trim();
  if (missing === 'create' && LANGUAGE.test(word)) return { create: word };
  return { reason: missingReason(word) };
}

const missingReason = (language: string): Reason =>
  reasonOf('localeMissing', { language: cut(language) });

/** A language as it is compared: without regard to letter case, and cut where it is too long. */
export const wordOf = (language: string): string => cut(language).toLowerCase();

/** Without a space at its end either: the setting for the word has none. */
const cut = (language: string): string => language.trim().slice(0, MAX_WORD).trim();
