import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { minify } from '@swc/core';
import { ROOT } from '../../scripts/support/root.mjs';
import { short } from '../support/stats.mjs';

export const title = 'What the plugin adds to the admin panel';

const ADMIN = join(ROOT, 'src', 'plugins', 'article-receiver', 'dist', 'admin');

/** `from './file.mjs'` or `import './file.mjs'`; the same in parentheses is loaded later. */
const AT_ONCE = /(?:from|import)\s*["']\.\/([\w.-]+\.mjs)["']/g;
const LATER = /import\(\s*["']\.\/([\w.-]+\.mjs)["']\s*\)/g;

/**
 * The plugin's own admin code, minified: what every administrator loads with the panel, and what is
 * loaded when its pages, panels and widgets are opened. What Strapi has already is not part of it.
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run() {
  const index = await reached(['index.mjs'], [AT_ONCE], new Map());
  const all = await reached(['index.mjs'], [AT_ONCE, LATER], new Map());
  const later = [...all].filter(([name]) => !index.has(name)).map(([, code]) => code);
  const rows = [
    ['with the panel', ...(await sizes([...index.values()]))],
    ['later, where it is shown', ...(await sizes(later))],
  ];
  return [{ title, head: ['loaded', 'files', 'KiB', 'KiB as sent (gzip)'], rows }];
}

/**
 * Files that the given ones lead to, with their code.
 * @param {string[]} names @param {RegExp[]} imports @param {Map<string, string>} known
 */
async function reached(names, imports, known) {
  for (const name of names) {
    if (known.has(name)) continue;
    const code = await readFile(join(ADMIN, name), 'utf8');
    known.set(name, code);
    const next = imports.flatMap((pattern) =>
      [...code.matchAll(pattern)].map(([, file]) => String(file)),
    );
    await reached(next, imports, known);
  }
  return known;
}

/** @param {string[]} codes */
async function sizes(codes) {
  const small = await Promise.all(
    codes.map(async (code) => (await minify(code, { module: true, mangle: true })).code),
  );
  const sum = (/** @type {(code: string) => number} */ of) =>
    short(small.reduce((total, code) => total + of(code), 0) / 1024);
  return [String(small.length), sum((code) => code.length), sum((code) => gzipSync(code).length)];
}
