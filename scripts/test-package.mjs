/**
 * Tests the plugin from its package, in new sites:
 * `npm run test:package [-- [--provide] [--all] [words for Jest…]]`.
 * `--all` tries every setup of `tests/package/support/setups.ts`, not just the first of each kind.
 * `--provide` starts a PostgreSQL of the run's own, and installs one with apt-get where there is none,
 * for the sites on another Node than this; without, they have SQLite, too.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { ROOT } from './support/root.mjs';
import { provideThrowaway, SERVICES } from './support/services.mjs';

const OURS = ['--provide', '--all'];

const words = process.argv.slice(2);
const service = SERVICES.find(({ kind }) => kind === 'postgres');
const provided =
  service && words.includes('--provide')
    ? await provideThrowaway(service).catch((error) => {
        console.log(`${error instanceof Error ? error.message : error} The sites have SQLite.`);
        return null;
      })
    : null;
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const args = ['--config', 'jest.package.config.mjs', ...words.filter((it) => !OURS.includes(it))];
try {
  const { status } = spawnSync(process.execPath, [jest, ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...(provided ? { PACKAGE_POSTGRES: JSON.stringify(provided.address) } : {}),
      ...(words.includes('--all') ? { PACKAGE_ALL: 'true' } : {}),
    },
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  await provided?.stop();
}
