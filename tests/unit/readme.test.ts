import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { optionsSchema } from '../../src/plugins/article-receiver/server/src/config/options';

const README = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');

/** The options that the README lists: name and default, as written there. */
function listed(): Map<string, string> {
  const table = /<!-- options -->(.*)<!-- \/options -->/s.exec(README)?.[1] ?? '';
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

describe('the README', () => {
  it('lists every option, and no other', () => {
    expect([...listed().keys()].sort()).toEqual(optionNames(optionsSchema).sort());
  });

  it('gives the defaults as they are', () => {
    const defaults = optionsSchema.parse({});
    for (const [name, fallback] of listed()) {
      const actual = written(valueAt(defaults, name));
      if (actual !== undefined) expect(`${name} ${fallback}`).toBe(`${name} ${actual}`);
      else expect(fallback).toMatch(/^(none|all)$/);
    }
  });

  it('shows files that are there', () => {
    const links = [...README.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, link = '']) => link);
    const missing = links.filter((link) => {
      try {
        readFileSync(join(__dirname, '..', '..', link));
        return false;
      } catch {
        return true;
      }
    });
    expect(missing).toEqual([]);
  });
});
