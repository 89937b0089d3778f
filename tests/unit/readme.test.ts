import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { optionsSchema } from '../../src/plugins/article-receiver/server/src/config/options';
import { INSTALLERS } from '../package/support/installers';
import { NODES } from '../package/support/nodes';
import { NEWEST_JAVASCRIPT, NEWEST_TYPESCRIPT, OLDEST } from '../package/support/setups';

const ROOT = join(__dirname, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const OPTIONS = readFileSync(join(ROOT, 'docs', 'options.md'), 'utf8');

/** The options that a page lists: name and default, as written there. */
function listed(page: string): Map<string, string> {
  const table = /<!-- (options|most touched) -->(.*)<!-- \/\1 -->/s.exec(page)?.[2] ?? '';
  const rows = [...table.matchAll(/^\| `([\w.]+)` *\| (.*?) *\|/gm)];
  return new Map(rows.map(([, name = '', fallback = '']) => [name, fallback.replaceAll('`', '')]));
}

/** The options that there are, by their dotted path. */
function optionNames(schema: z.ZodType, path = ''): string[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, inner]) =>
      optionNames(inner, path ? `${path}.${name}` : name),
    );
  }
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  ) {
    return optionNames(schema.unwrap() as z.ZodType, path);
  }
  return [path];
}

/** A default as the README writes it; options without one have words there. */
function written(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}

const valueAt = (options: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], options);

describe('the list of options', () => {
  it('has every option, and no other', () => {
    expect([...listed(OPTIONS).keys()].sort()).toEqual(optionNames(optionsSchema).sort());
  });

  it.each([
    ['docs/options.md', OPTIONS],
    ['README.md', README],
  ])('gives the defaults as they are in %s', (_, page) => {
    const defaults = optionsSchema.parse({});
    expect(listed(page).size).toBeGreaterThan(0);
    for (const [name, fallback] of listed(page)) {
      const actual = written(valueAt(defaults, name));
      if (actual !== undefined) expect(`${name} ${fallback}`).toBe(`${name} ${actual}`);
      else expect(fallback).toMatch(/^(none|all)$/);
    }
  });
});

describe('the README', () => {
  it('is short enough to decide by: at most 900 words, code and tables included', () => {
    expect(README.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(900);
  });

  it('names the six options that most sites touch, of those that there are', () => {
    const touched = [...listed(README).keys()];
    expect(touched).toHaveLength(6);
    expect(optionNames(optionsSchema)).toEqual(expect.arrayContaining(touched));
  });

  it('says how to work on the repository, with what the checks call', () => {
    expect(README).toMatch(/^npm ci && npm run demo$/m);
    expect(README).toMatch(/^npm ci && npm test$/m);
    expect(readFileSync(join(ROOT, '.ci', 'run'), 'utf8')).toMatch(/^section '\w+' npm test$/m);
  });

  it('gives the numbers of the versions that the package is tried with', () => {
    const [newest, , oldest] = [NEWEST_TYPESCRIPT, NEWEST_JAVASCRIPT, OLDEST].map(([it]) => it);
    const cells = (row: string) => new RegExp(`^\\| ${row} *\\| (.*?) *\\|`, 'm').exec(README)?.[1];
    const minor = (version: string) => version.split('.').slice(0, 2).join('.');
    expect(cells('Strapi')).toBe(`${oldest?.strapi}, ${newest?.strapi}`);
    expect(cells('Node.js')).toBe(Object.values(NODES).map(minor).join(', '));
    for (const { tool } of Object.values(INSTALLERS)) {
      if (tool) expect(cells('installer')).toContain(minor(tool[1]));
    }
  });

  it('says of the package suite what an ordinary run tries', () => {
    const contributing = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    const rows = [...contributing.matchAll(/^\| (?:newest|oldest) .*$/gm)].map(([row]) =>
      row.split('|').map((cell) => cell.trim().toLowerCase()),
    );
    const tried = [NEWEST_TYPESCRIPT, NEWEST_JAVASCRIPT, OLDEST].map(([it]) => it);
    expect(rows.map(([, , language, node, installer]) => [language, node, installer])).toEqual(
      tried.map((setup) => [setup?.language, String(setup?.node), setup?.installer]),
    );
  });
});
