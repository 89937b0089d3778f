import { literal } from './literal';

/** A text of JavaScript or TypeScript with strings and comments blanked out, of the same length. */
function codeOnly(source: string): string {
  const tokens =
    /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
  return source.replace(tokens, (token) => token.replace(/[^\n]/g, ' '));
}

/** Where the brace that is open at an offset ends. */
function endOf(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if (code[at] === '{') depth += 1;
    if (code[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/**
 * The source of `config/plugins` with the option `target` in it, where it is plain to see where
 * that belongs: in the one `config: { … }` of the one `'article-receiver': { … }`.
 * @returns null when it is not, or when the option is there already.
 */
export function withTarget(source: string, target: unknown): string | null {
  const code = codeOnly(source);
  // Within a comment or a text, it is no entry.
  const opens = [...source.matchAll(/(['"])article-receiver\1\s*:\s*\{/g)]
    .map((entry) => entry.index + entry[0].length - 1)
    .filter((at) => code[at] === '{');
  const [open] = opens;
  if (open === undefined || opens.length > 1) return null;
  const end = endOf(code, open);
  if (end === -1) return null;
  const inner = code.slice(open, end);
  const configs = [...inner.matchAll(/\bconfig\s*:\s*\{/g)];
  const [config] = configs;
  if (configs.length > 1 || /\btarget\b|\.\.\./.test(inner)) return null;
  if (!config)
    return /\bconfig\b/.test(inner) ? null : inserted(source, open, 'config', { target });
  return inserted(source, open + config.index + config[0].length - 1, 'target', target);
}

/** A property put first into the object that opens at an offset. */
function inserted(source: string, open: number, name: string, value: unknown): string {
  const lineStart = source.lastIndexOf('\n', open) + 1;
  const indent = /^[ \t]*/.exec(source.slice(lineStart))?.[0] ?? '';
  const property = `\n${indent}  ${name}: ${literal(value, `${indent}  `)},`;
  const rest = source.slice(open + 1);
  const isEmpty = /^\s*\}/.test(rest);
  return source.slice(0, open + 1) + property + (isEmpty ? `\n${indent}${rest.trimStart()}` : rest);
}

/** A whole `config/plugins` for a site that has none. */
export function newConfig(target: unknown, language: 'ts' | 'js'): string {
  const config = { 'article-receiver': { enabled: true, config: { target } } };
  const begin = language === 'ts' ? 'export default () => (' : 'module.exports = () => (';
  return `${begin}${literal(config)});\n`;
}

/** A file with the mapping alone. */
export const targetFile = (target: unknown, language: 'ts' | 'js'): string =>
  `${language === 'ts' ? 'export default' : 'module.exports ='} ${literal(target)};\n`;
