import { fastFolder } from './scripts/support/fast-folder.mjs';

// Sites with their databases lie in temporary folders; the workers inherit this.
process.env.TMPDIR = fastFolder();

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

const shared = {
  testEnvironment: 'node',
  cacheDirectory: '<rootDir>/.cache/jest',
  setupFiles: ['<rootDir>/tests/support/environment.ts'],
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
  setupFilesAfterEnv: [
    '<rootDir>/tests/support/patience.ts',
    '<rootDir>/tests/support/properties.ts',
  ],
};

/** Tests with a site: on SQLite, or on the database that TEST_DATABASE names. */
const withSite = {
  ...shared,
  testEnvironment: '<rootDir>/tests/support/site-environment.ts',
  globalSetup: '<rootDir>/tests/support/databases-begin.ts',
  globalTeardown: '<rootDir>/tests/support/databases-end.ts',
  setupFilesAfterEnv: [
    '<rootDir>/tests/support/patience.ts',
    '<rootDir>/tests/support/properties.ts',
  ],
};

const isOnServer = ['postgres', 'mysql'].includes(process.env.TEST_DATABASE ?? '');

/**
 * About SQLite's own statements, plans and locks, and files that earlier versions wrote.
 */
const SQLITE_ONLY = [
  '/tests/(counts|event-log-scale).test.ts',
  '/tests/faults/database.test.ts',
  '/tests/upgrades/',
];

/**
 * What another database cannot bring to end differently: requests and bodies that never get as far
 * as one, a site's own code and configuration, where files are stored, and what the commands say,
 * each of which boots a site.
 */
const WHATEVER_THE_DATABASE = [
  '/tests/(check|cli|export-import|leaving|map|pages).test.ts',
  '/tests/(fetched-images|options|own-rules|s3|senders|settings|site-adapters|site-code|tokens).test.ts',
  '/tests/(test-delivery|webhook-limits|webhook-secrecy).test.ts',
  '/tests/consumers/(drafts|generated|llms-txt).test.ts',
  '/tests/hostile/(flood|http|markup).test.ts',
];

const integration = {
  ...withSite,
  displayName: 'integration',
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
  testPathIgnorePatterns: [
    '/node_modules/',
    '/tests/(unit|e2e|databases|package)/',
    ...(isOnServer ? [...SQLITE_ONLY, ...WHATEVER_THE_DATABASE] : []),
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

const isMeasuring = process.env.MEASURE === 'true';

export default {
  maxWorkers: 2,
  // Strapi keeps state in the process: a worker that has run a test with a site, which leaves more
  // than this behind, is replaced before the next file.
  workerIdleMemoryLimit: '120MB',
  projects: isMeasuring ? [measure] : isOnServer ? [databases, integration] : [unit, integration],
};
