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
  globalSetup: '<rootDir>/tests/support/databases-begin.ts',
  globalTeardown: '<rootDir>/tests/support/databases-end.ts',
  setupFilesAfterEnv: [
    '<rootDir>/tests/support/patience.ts',
    '<rootDir>/tests/support/properties.ts',
  ],
};

const isOnServer = ['postgres', 'mysql'].includes(process.env.TEST_DATABASE ?? '');

/**
 * About SQLite's own statements, plans and locks, files that earlier versions wrote, and requests that never get as
 * far as a database.
 */
const SQLITE_ONLY = [
  '/tests/((counts|event-log-scale).test.ts|faults/database.test.ts|upgrades/)',
  '/tests/hostile/(flood|http).test.ts',
];

const integration = {
  ...withSite,
  displayName: 'integration',
  testMatch: ['<rootDir>/tests/**/*.test.ts'],
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

const isMeasuring = process.env.MEASURE === 'true';

export default {
  maxWorkers: 2,
  // A site's module registry is never given back, and Strapi keeps state in the process: a worker
  // that has run an integration test is replaced before the next file.
  workerIdleMemoryLimit: '300MB',
  projects: isMeasuring ? [measure] : isOnServer ? [databases, integration] : [unit, integration],
};
