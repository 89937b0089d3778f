import { fastFolder } from './scripts/support/fast-folder.mjs';

// Sites with their databases lie in temporary folders; the workers inherit this.
process.env.TMPDIR = fastFolder();

// Whoever takes a time for one of the server's zone is found out.
process.env.TZ ??= 'Asia/Kathmandu';

const isMeasuring = process.env.MEASURE === 'true';

// Sites that boot again and again fill V8's room for young objects all the time; with 16 MB of it, a tenth
// of the tests' CPU time goes into emptying it.
if (!isMeasuring) {
  process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=64`.trim();
}

/** Packages that ship ES modules only; Jest runs CommonJS, so these are compiled like our own. */
const ES_MODULES = [
  'bail',
  'ccount',
  'character-.+',
  'decode-named-character-reference',
  'devlop',
  'escape-string-regexp',
  'is-(alphabetical|alphanumerical|decimal|hexadecimal)',
  'is-plain-obj',
  'longest-streak',
  'markdown-table',
  'marked',
  'mdast-.+',
  'micromark.*',
  'parse-entities',
  'remark-.+',
  'stringify-entities',
  'temporal-(polyfill|utils)',
  'trim-lines',
  'trough',
  'unified',
  'unist-.+',
  'vfile.*',
  'zwitch',
];

const swc = (parser) => [
  '@swc/jest',
  { jsc: { target: 'es2022', parser }, module: { type: 'commonjs' } },
];

const SETUP = ['patience', 'properties', 'same-bytes'].map(
  (name) => `<rootDir>/tests/support/${name}.ts`,
);

const shared = {
  testEnvironment: 'node',
  cacheDirectory: '<rootDir>/.cache/jest',
  setupFiles: ['<rootDir>/tests/support/site/environment.ts'],
  transform: {
    '\\.tsx?$': swc({ syntax: 'typescript', tsx: false }),
    '\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
  transformIgnorePatterns: [
    // Only the innermost node_modules folder of a path says which package a file belongs to.
    `/node_modules/(?!.*/node_modules/)(?!(${ES_MODULES.join('|')})/)`,
    '<rootDir>/dist/',
    '/article-receiver/dist/',
  ],
};

const unit = {
  ...shared,
  displayName: 'unit',
  testMatch: [
    '<rootDir>/src/plugins/article-receiver/{server,shared,admin,cli}/**/*.test.ts',
    '<rootDir>/tests/unit/**/*.test.ts',
  ],
  setupFilesAfterEnv: SETUP,
};

/** Tests with a site: on SQLite, or on the database that TEST_DATABASE names. */
const withSite = {
  ...shared,
  testEnvironment: '<rootDir>/tests/support/site/site-environment.ts',
  globalSetup: '<rootDir>/tests/support/databases/databases-begin.ts',
  globalTeardown: '<rootDir>/tests/support/databases/databases-end.ts',
  setupFilesAfterEnv: SETUP,
};

const isOnServer = ['postgres', 'mysql'].includes(process.env.TEST_DATABASE ?? '');

/**
 * About SQLite's own statements, limits, plans and locks, and files that earlier versions wrote.
 */
const SQLITE_ONLY = [
  '/tests/admin/many-waiting.test.ts',
  '/tests/event-log/event-log-scale.test.ts',
  '/tests/faults/database.test.ts',
  '/tests/run/counts.test.ts',
  '/tests/upgrades/',
];

/**
 * What a database can bring to end differently: what several write at once or one writes in turns,
 * what is locked, compared, sorted and searched, values that not all of them take. Everything else
 * is on SQLite alone, but for files that are named on the command line.
 */
const DEPENDS_ON_THE_DATABASE = [
  'tests/addresses/(slugs|slugs-at-rest).test.ts',
  'tests/admin/waiting.test.ts',
  'tests/consumers/(front-end-pages|front-end-turned-on|private-attributes|queries).test.ts',
  'tests/contracts/*.test.ts',
  'tests/disorder/**/*.test.ts',
  'tests/editors/(adoption|clocks-apart|decided-meanwhile|deleted-by-hand|edited-fields|open-forms).test.ts',
  'tests/event-log/(event-log|event-log-pages|retention).test.ts',
  'tests/faults/(kill|own-types-kill|stop).test.ts',
  'tests/hostile/(addresses|corpus|fields).test.ts',
  'tests/own-types/entries/(editors|language|open-forms|order|translations).test.ts',
  'tests/own-types/mapping/json.test.ts',
  'tests/publication/(held-publications|planned|publication|published-by-hand|refused-publication*|waiting-publication-decided-by-hand).test.ts',
  'tests/receiving/quarantine.test.ts',
  'tests/run/(busy-elsewhere|instances|instances-race|never-stuck|order|retries).test.ts',
  'tests/site/(losing-the-plugin|site-transactions).test.ts',
];

const isNamed = process.argv.some((word) => word.startsWith('--testPathPattern'));

const integration = {
  ...withSite,
  displayName: 'integration',
  testMatch:
    isOnServer && !isNamed
      ? DEPENDS_ON_THE_DATABASE.map((path) => `<rootDir>/${path}`)
      : ['<rootDir>/tests/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/tests/(unit|e2e|databases|package)/',
    ...(isOnServer ? SQLITE_ONLY : []),
  ],
};

/** What only matters on a database server. */
const databases = {
  ...withSite,
  displayName: 'databases',
  testMatch: ['<rootDir>/tests/databases/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    ...(process.env.TEST_WITHOUT_REDIS ? ['/tests/databases/redis'] : []),
  ],
};

/** No tests: figures for docs/scaling.md. */
const measure = {
  ...withSite,
  displayName: 'measure',
  testMatch: ['<rootDir>/tests/measure/*.measure.ts'],
};

export default {
  // One more than the cores that CI has: some tests wait for a site's own clock.
  maxWorkers: 3,
  // A worker keeps Strapi's modules from file to file. What sites leave behind in its heap is little
  // each, but adds up: a worker with more than this is replaced before the next file. With half of it that
  // is so after every third or fourth, and each new one loads Strapi first.
  workerIdleMemoryLimit: '1GB',
  projects: isMeasuring ? [measure] : isOnServer ? [databases, integration] : [unit, integration],
};
