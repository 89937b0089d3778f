import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ISSUES } from '../../shared/deliveries/issues';
import { REASONS } from '../../shared/deliveries/reasons';
import { counted } from './counted';

it('tells one of something in the singular, and none or several in the plural', () => {
  expect([0, 1, 2].map((count) => counted(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows']);
  expect([1, 3].map((count) => counted(count, 'body', 'bodies'))).toEqual(['1 body', '3 bodies']);
});

/** Words for several, of what the command line counts. */
const MANY = '(articles|bodies|bytes|deliveries|duplicates|entries|files|images|rows|tokens)';

it('is how the command line says how many there are of something', () => {
  const code = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(__dirname, file), 'utf8'))
    .join('\n');
  expect(code.match(new RegExp(`\\$\\{[^}]+\\} ${MANY}\\b`, 'g')) ?? []).toEqual([]);
});

it('has no issue and no reason that begins with a number, as one of something would be told like several', () => {
  const numbered = Object.entries({ ...ISSUES, ...REASONS })
    .filter(([, words]) => words.startsWith('{count}'))
    .map(([code]) => code);
  expect(numbered).toEqual([]);
});
