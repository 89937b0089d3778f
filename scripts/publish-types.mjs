/**
 * Leaves in the plugin's `dist` the type declarations that its exports lead to, and no other: what
 * is inside stays inside, and nothing published refers to a file that is not. The plugin SDK emits
 * one declaration a source file, except for `shared/`; those are added where they are needed.
 */
import ts from 'typescript';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { ROOT } from './support/root.mjs';

const PLUGIN = join(ROOT, 'src/plugins/article-receiver');
const DIST = join(PLUGIN, 'dist');
const ENTRIES = ['server', 'admin', 'cli', 'config'].map((half) =>
  join(DIST, half, 'src/index.d.ts'),
);
const RELATIVE = /(?:\bfrom\s*|\bimport\(\s*)['"](\.{1,2}\/[^'"]*|\.{1,2})['"]/g;

/**
 * The declaration of a module; written from its source where the SDK left it out.
 * @param {string} path without its ending
 * @param {string} from
 */
function declarationOf(path, from) {
  const source = join(PLUGIN, `${relative(DIST, path)}.ts`);
  const isShared = relative(DIST, path).startsWith('shared') && existsSync(source);
  const found = [`${path}.d.ts`, join(path, 'index.d.ts')].find((file) => existsSync(file));
  // What is there of `shared/` is from an earlier build.
  if (found && !isShared) return found;
  if (!isShared) {
    throw new Error(
      `${relative(ROOT, from)} refers to ${relative(ROOT, path)}, which is not built.`,
    );
  }
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(source, 'utf8'), {
    fileName: source,
    reportDiagnostics: true,
  });
  const [fault] = diagnostics;
  if (fault)
    throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(fault.messageText, ' ')}`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.d.ts`, outputText);
  return `${path}.d.ts`;
}

/** @returns {Set<string>} every declaration that the entries lead to. */
function reachable() {
  const seen = new Set(ENTRIES);
  for (const file of seen) {
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(RELATIVE)) {
      if (target.endsWith('.json')) throw new Error(`${relative(ROOT, file)} refers to ${target}.`);
      seen.add(declarationOf(resolve(dirname(file), target), file));
    }
  }
  return seen;
}

/**
 * @param {string} folder
 * @param {Set<string>} kept
 * @returns {boolean} whether anything is left in the folder
 */
function prune(folder, kept) {
  let left = false;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const stays = entry.isDirectory()
      ? prune(path, kept)
      : !/\.d\.ts(\.map)?$/.test(path) || kept.has(path);
    if (!stays) rmSync(path, { recursive: true });
    left ||= stays;
  }
  return left;
}

prune(DIST, reachable());
