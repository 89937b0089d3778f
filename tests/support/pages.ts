import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..');

/** The pages for users, by their path. */
export const PAGES = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A page as it is written. */
export const textOf = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

/** A fenced block of a page. */
export interface Block {
  page: string;
  /** What stands behind the fence; empty when nothing does. */
  language: string;
  code: string;
}

/** The fenced blocks of a page, in order, without the indentation of the list that they stand in. */
export function blocksOf(page: string): Block[] {
  return [...textOf(page).matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', language = '', code = '']) => ({
      page,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

/** The command lines in samples that begin with a word, without prompts, comments and pipes to other programs. */
export function commandsIn(blocks: readonly Block[], start: string): string[] {
  return blocks
    .flatMap(({ code }) => code.replaceAll('\\\n', ' ').split('\n'))
    .map((line) =>
      line
        .replace(/^\$ /, '')
        .replace(/\s+#.*$/, '')
        .trim(),
    )
    .filter((line) => line.startsWith(start));
}
