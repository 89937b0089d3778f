import { chooseLocale } from './choose-locale';

const SITE = { codes: ['en', 'de', 'fr-CA', 'pt-PT', 'pt-BR'], default: 'en' };
const choose = (language: string | null, missing: 'park' | 'default' | 'create' = 'park') =>
  chooseLocale(language, SITE, missing);

describe('chooseLocale', () => {
  it.each([
    ['the same', 'de', 'de'],
    ['the same in another case', 'FR-ca', 'fr-CA'],
    ['the same with an underscore', 'pt_BR', 'pt-BR'],
    ['the base language', 'de-AT', 'de'],
    ['a locale of the same base language', 'fr', 'fr-CA'],
    ['the first of several of that base', 'pt', 'pt-BR'],
    ['the default without a language', null, 'en'],
    ['the default with a blank one', ' ', 'en'],
  ])('takes %s', (_, language, locale) => {
    expect(choose(language)).toEqual({ locale });
  });

  it('prefers the default locale among those of one base language', () => {
    const site = { codes: ['pt-BR', 'pt-PT'], default: 'pt-PT' };
    expect(chooseLocale('pt', site, 'park')).toEqual({ locale: 'pt-PT' });
  });

  it('prefers the base language itself to a default locale of the same base', () => {
    const site = { codes: ['de', 'de-DE'], default: 'de-DE' };
    expect(chooseLocale('de-AT', site, 'park')).toEqual({ locale: 'de' });
  });

  it('does with a language that no locale has what the site says', () => {
    expect(choose('it')).toEqual({
      reason: { code: 'localeMissing', values: { language: 'it' } },
    });
    expect(choose('it', 'default')).toEqual({ locale: 'en' });
    expect(choose('it-CH', 'create')).toEqual({ create: 'it-CH' });
    expect(choose('not a language', 'create')).toMatchObject({
      reason: { code: 'localeMissing' },
    });
  });

  it('names the service’s word where the locale that stands for it is missing', () => {
    const words = { Italiano: 'it' };
    const site = { codes: ['en'], default: 'en' };
    expect(chooseLocale('ITALIANO', site, 'park', words)).toEqual({
      reason: { code: 'localeMissing', values: { language: 'ITALIANO' } },
    });
    expect(chooseLocale('Italiano', site, 'create', words)).toEqual({ create: 'it' });
  });
});
