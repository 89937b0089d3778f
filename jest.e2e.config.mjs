import base from './jest.config.mjs';

const integration = base.projects.at(-1);

/** The admin panel in a real browser, on the production build: `npm run test:e2e`. */
export default {
  ...integration,
  displayName: 'e2e',
  testEnvironment: '<rootDir>/tests/e2e/support/browser-environment.ts',
  testMatch: ['<rootDir>/tests/e2e/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // Each file starts a site and a browser. One more than the cores that CI has: some wait for a
  // page's own clock.
  maxWorkers: 3,
};
