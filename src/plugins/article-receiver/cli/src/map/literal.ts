const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const MAX_LINE = 96;

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;

/**
 * A JSON value as JavaScript, as a person would write it into a config file.
 * @param isLong whether its outermost brackets get lines of their own, however short it is.
 */
export function literal(value: unknown, indent = '', isLong = false): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const [opening, closing] = isList ? ['[', ']'] : ['{', '}'];
  const within = `${indent}  `;
  const write = (at: string): string[] =>
    isList
      ? value.map((entry) => literal(entry, at))
      : Object.entries(value).map(
          ([key, entry]) => `${IDENTIFIER.test(key) ? key : quoted(key)}: ${literal(entry, at)}`,
        );
  const parts = write(within);
  if (parts.length === 0) return opening + closing;
  const line = isList ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
  if (!isLong && !line.includes('\n') && indent.length + line.length <= MAX_LINE) return line;
  return `${opening}\n${parts.map((part) => `${within}${part},\n`).join('')}${indent}${closing}`;
}
