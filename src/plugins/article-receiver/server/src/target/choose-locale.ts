export type LocaleChoice =
  | { locale: string }
  /** The site lacks it, and may make it. */
  | { create: string }
  /** A person has to decide; the reason names the language. */
  | { reason: string };

/** The locales of a site. */
export interface SiteLocales {
  codes: readonly string[];
  default: string;
}

const LANGUAGE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

const normal = (code: string): string => code.trim().toLowerCase().replaceAll('_', '-');
const base = (code: string): string => normal(code).split('-')[0] ?? '';

/**
 * The locale for a delivery's language: the same one, else the one of its base language (`de` for
 * `de-AT`; where there is only `de-DE`, that), and the default locale where the delivery names none.
 * @param missing what to do about a language that no locale has.
 */
export function chooseLocale(
  language: string | null,
  { codes, default: standard }: SiteLocales,
  missing: 'park' | 'default' | 'create',
): LocaleChoice {
  if (language === null || language.trim() === '') return { locale: standard };
  const ordered = [standard, ...[...codes].sort()];
  const found =
    ordered.find((code) => normal(code) === normal(language)) ??
    ordered.find((code) => normal(code) === base(language)) ??
    ordered.find((code) => base(code) === base(language));
  if (found !== undefined) return { locale: found };
  if (missing === 'default') return { locale: standard };
  const word = language.trim();
  if (missing === 'create' && LANGUAGE.test(word)) return { create: word };
  return { reason: `The site has no locale for the language "${word.slice(0, 50)}".` };
}
