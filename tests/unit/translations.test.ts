import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ADMIN = join(__dirname, '..', '..', 'src', 'plugins', 'article-receiver', 'admin', 'src');
const LANGUAGES = ['en', 'de', 'fr', 'es'];

const messages = (language: string) =>
  JSON.parse(readFileSync(join(ADMIN, 'translations', `${language}.json`), 'utf8')) as Record<
    string,
    string
  >;

const en = messages('en');

/** The names between braces that a message fills in, e.g. `count` in `{count, plural, one {day} …}`. */
const parameters = (message: string) =>
  [
    ...new Set([...message.matchAll(/(?<!(?:one|other) )\{(\w+)[,}]/g)].map(([, name]) => name)),
  ].sort();

/** All code of the admin panel, in one text. */
const code = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(ADMIN, file), 'utf8'))
  .join('\n');

/** Ids as the code writes them; a `${…}` in one may be anything. */
const usedIds = [
  ...code.matchAll(/['"`]((?:[a-zA-Z]+|\$\{[^}]+\})(?:\.(?:\w+|\$\{[^}]+\}))*)['"`]/g),
]
  .map(([, id]) => id ?? '')
  .map(
    (id) =>
      new RegExp(
        `^${id.replace(/\$\{[^}]+\}|\./g, (part) => (part === '.' ? '\\.' : '[\\w-]+'))}$`,
      ),
  );

describe('the translations of the admin panel', () => {
  it.each(LANGUAGES)('have the same texts in the same order in %s', (language) => {
    expect(Object.keys(messages(language))).toEqual(Object.keys(en));
  });

  it.each(LANGUAGES)('fill in the same values in %s, and none is empty', (language) => {
    for (const [id, message] of Object.entries(messages(language))) {
      expect({ id, parameters: parameters(message) }).toEqual({
        id,
        parameters: parameters(en[id] ?? ''),
      });
      expect(message.trim()).not.toBe('');
    }
  });

  it('have each text that the code says', () => {
    const said = [...code.matchAll(/\b(?:text|message)\(\s*'([^']+)'/g)].map(([, id]) => id ?? '');
    expect(said.length).toBeGreaterThan(40);
    expect(said.filter((id) => !(id in en))).toEqual([]);
  });

  it('have no text that nobody says', () => {
    const unused = Object.keys(en).filter((id) => !usedIds.some((used) => used.test(id)));
    expect(unused).toEqual([]);
  });
});

/** Parts of a sentence that another text, or a number, begins. */
const PARTS = [
  /^bulk\.\w+$/,
  /^effect\.\w+\.hint$/,
  /^image\.why\./,
  /^request\.why\./,
  /^timing\.after$/,
  /^token\.(lifetime|overlap)\./,
  /^tokens\.(from|since|until)$/,
  // Names that are written as in the log.
  /^tokens\.named\./,
];

/** What stands on a page as a sentence: why something is so, and what came of it. */
const SENTENCES = /^(reason|outcome|issue(?!\.(path|message|whole)$))\./;

/** An end; or the last words come from elsewhere, and the code sees to their end (`ended`). */
const END = /([.!?:]|\.\}\}|\. \(\{\w+\}\)|\{(text|what|why|reason)\}( \(\{path\}\))?)$/;

describe('the sentences of the admin panel', () => {
  it.each(LANGUAGES)('begin with a capital letter in %s', (language) => {
    const lowered = Object.entries(messages(language))
      .filter(([, message]) => /^\p{Ll}/u.test(message) && message !== 'llms.txt')
      .map(([id]) => id)
      .filter((id) => !PARTS.some((part) => part.test(id)));
    expect(lowered).toEqual([]);
  });

  it.each(LANGUAGES)('have an end in %s', (language) => {
    const endless = Object.entries(messages(language))
      .filter(([id, message]) => SENTENCES.test(id) || /[.!?]\s/.test(message))
      .filter(([, message]) => !END.test(message))
      .map(([id]) => id);
    expect(endless).toEqual([]);
  });
});

describe('French', () => {
  it('has no line that begins with a sign, or ends with an opening one', () => {
    const loose = Object.entries(messages('fr'))
      .filter(([, message]) => / [:;?!»]|« /.test(message))
      .map(([id]) => id);
    expect(loose).toEqual([]);
  });
});

/** Numbers without a word that depends on them, or always of many. */
const BARE_COUNTS = [
  'chart.part',
  'list.waiting.some',
  'settings.retention.frees',
  'tabs.waiting.some',
  'text.whole',
];

describe('what is counted', () => {
  it.each(LANGUAGES)('has a word for one and one for several in %s', (language) => {
    const bare = Object.entries(messages(language))
      .filter(([, message]) => /\{(count|total)\}/.test(message))
      .map(([id]) => id);
    expect(bare.sort()).toEqual(BARE_COUNTS);
  });
});

/** What a number stands before, and differs with it: in these languages. */
const BEHIND_NUMBERS: Record<string, readonly string[]> = {
  'bulk.adopt': LANGUAGES,
  'bulk.deleted': LANGUAGES,
  'counted.pending': ['de'],
  'counted.applied': ['fr', 'es'],
  'counted.superseded': ['fr', 'es'],
  'counted.failed': ['fr', 'es'],
  'counted.quarantined': ['fr', 'es'],
  'counted.leftOut': ['fr', 'es'],
};

describe('what stands behind a number', () => {
  it.each(LANGUAGES)('is one or several in %s', (language) => {
    for (const [id, differing] of Object.entries(BEHIND_NUMBERS)) {
      const message = messages(language)[id] ?? '';
      const [, one, several] = /one \{(.+?)\} other \{(.+?)\}/.exec(message) ?? [];
      expect({ id, differs: one !== several }).toEqual({
        id,
        differs: differing.includes(language),
      });
    }
  });
});

/** What fits one field only, behind the names of any number of them. */
const OF_ONE_FIELD = /\{fields\}.*(changed it|wie es|modifié|como lo)/;

describe('what is said of fields', () => {
  it.each(LANGUAGES)('fits one and several in %s', (language) => {
    const misfits = Object.entries(messages(language)).filter(([, said]) =>
      OF_ONE_FIELD.test(said),
    );
    expect(misfits).toEqual([]);
  });
});

describe('what waits', () => {
  it.each(LANGUAGES)('has one name wherever it is, which nothing else has, in %s', (language) => {
    const of = messages(language);
    const name = of['tabs.waiting'];
    expect([of['attention.some'], of['article.needsAttention']]).toEqual([name, name]);
    // Each counts something else: articles with what waits in them, deliveries in a state.
    const counted = Object.entries(of)
      .filter(([id]) => /^(list\.waiting|state\.\w+|widget\.today)$/.test(id))
      .map(([, words]) => words);
    expect(counted.length).toBe(9);
    expect(new Set([name, ...counted]).size).toBe(counted.length + 1);
  });
});

/** What a language says otherwise everywhere else. */
const OTHER_TERMS: Record<string, RegExp> = {
  de: /\bSites?\b|\b(der|von|heißen) Token\b/,
  fr: /(livraisons?|articles?) de test|\bLe test\b|régionaux|tous les miens|laissée? de côté (le|:)/,
  es: /inutilizable|\bIds? de\b|identificador|Sustituida/,
};

/** What keywords are called. Tags have a name of their own. */
const KEYWORD: Record<string, RegExp> = {
  en: /keyword/i,
  de: /schlagw/i,
  fr: /mots?-clé/i,
  es: /clave/i,
};

describe('a thing', () => {
  it.each(Object.keys(OTHER_TERMS))('has one name in %s', (language) => {
    const other = Object.entries(messages(language)).filter(([, said]) =>
      OTHER_TERMS[language]?.test(said),
    );
    expect(other).toEqual([]);
  });

  it.each(LANGUAGES)('is not called a keyword where it is a tag, in %s', (language) => {
    const of = messages(language);
    const isKeyword = (id: string) => KEYWORD[language]?.test(of[id] ?? '');
    expect(isKeyword('article.keywords')).toBe(true);
    expect(['issue.tagsTooLong', 'issue.tooManyTags', 'article.tags'].filter(isKeyword)).toEqual(
      [],
    );
  });
});

const STRAPI = join(__dirname, '..', '..', 'node_modules', '@strapi');

/** What Strapi (5.54.0) calls a place of the panel. */
function strapisName(file: string, id: string): string {
  const lines = readFileSync(join(STRAPI, file), 'utf8').split('\n');
  const line = lines.find((one) => one.trim().startsWith(`"${id}"`)) ?? '';
  return /: "(.+)"/.exec(line)?.[1] ?? '';
}

/** Texts that lead to a place of Strapi's, with what that is called. */
const PLACES = [
  {
    // The menu has no other name of it in any of these languages.
    name: () => 'Content Manager',
    texts: ['test.hint', 'test.step.entry'],
  },
  {
    name: (language: string) =>
      strapisName(
        `admin/dist/admin/admin/src/translations/${language}.json.mjs`,
        'global.settings',
      ),
    texts: ['decision.language.hint'],
  },
  {
    name: (language: string) =>
      strapisName(`upload/dist/admin/translations/${language}.json.mjs`, 'plugin.name'),
    texts: ['image.stored', 'issue.imageFileDeleted', 'issue.imagePending', 'test.detail.entry'],
  },
];

describe('a place of Strapi’s', () => {
  it.each(LANGUAGES)('is called as it is in the menu, in %s', (language) => {
    for (const { name: nameIn, texts } of PLACES) {
      const name = nameIn(language).toLowerCase();
      expect(name).not.toBe('');
      const others = texts.filter(
        (text) => !messages(language)[text]?.toLowerCase().includes(name),
      );
      expect({ name, others }).toEqual({ name, others: [] });
    }
  });
});
