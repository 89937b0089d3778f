import base from './jest.config.mjs';

const integration = base.projects.at(-1);

// Whole sites with their packages: too much for the memory that the other tests use.
if (process.env.TMPDIR === '/dev/shm') delete process.env.TMPDIR;

// May run beside the other tests: with ports of its own.
process.env.TEST_PORTS ??= '22000';

/** The plugin from its package, in newly generated sites outside this repository: `npm run test:package`. */
export default {
  ...integration,
  displayName: 'package',
  globalSetup: '<rootDir>/tests/package/support/pack-plugin.ts',
  globalTeardown: '<rootDir>/tests/package/support/forget-packed-plugin.ts',
  setupFiles: [],
  testMatch: ['<rootDir>/tests/package/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // Installing, building and starting whole sites: two at a time use both cores.
  testTimeout: 600_000,
  setupFilesAfterEnv: [],
  maxWorkers: 2,
  testSequencer: '<rootDir>/tests/package/support/sites-first.mjs',
};
