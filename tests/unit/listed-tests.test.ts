import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** The files with tests, as lists name them: `tests/run/order.test.ts`. */
const FILES = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => `tests/${name}`);

/** `tests/(order|slugs).test.ts` names two. */
function namesIn(pattern: string): string[] {
  const [, before = '', choice = '', after = ''] = /^(.*)\((.+)\)(.*)$/.exec(pattern) ?? [];
  return choice === '' ? [pattern] : choice.split('|').map((one) => before + one + after);
}

const isThere = (name: string): boolean => {
  const [begin = '', end = ''] = name.split('*');
  return FILES.some((file) => file.startsWith(begin) && file.endsWith(end));
};

const listedIn = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);

/** A test that is renamed would silently leave the lists by which some are run. */
describe('tests that are listed', () => {
  it.each([
    ['jest.config.mjs', /'\/?(tests\/[^']+\.test\.ts)'/g],
    ['.ci/run', /(?<= )(tests\/[\w/-]+)/g],
    ['docs/reliability.md', /`(tests\/[^`]+\.test\.ts)`/g],
    ['CONTRIBUTING.md', /`(tests\/[^` ]+\.test\.ts)`/g],
  ])('in %s are there', (file, pattern) => {
    const names = listedIn(file, pattern).flatMap(namesIn);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  });
});
