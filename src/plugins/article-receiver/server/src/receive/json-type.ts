const MEDIA_TYPE = /^application\/(?:json|[\w.!#$&^+-]+\+json)[ \t]*(?=;|$)/i;

/** A semicolon, and the parameter behind it, which may be missing. */
const PARAMETER =
  /;[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([\w!#$%&'*+.^`|~-]+))[ \t]*)?/y;

/** Names of UTF-8, and of what is UTF-8 in any case. */
const UTF_8 = /^(?:utf-?8|us-ascii)$/i;

/**
 * Whether a `Content-Type` says JSON in UTF-8: parameters other than the charset say nothing of how it
 * is to be read (RFC 8259 knows none).
 */
export function isJsonType(contentType: string): boolean {
  const text = contentType.trim();
  const [type] = MEDIA_TYPE.exec(text) ?? [];
  if (type === undefined) return false;
  PARAMETER.lastIndex = type.length;
  while (PARAMETER.lastIndex < text.length) {
    const match = PARAMETER.exec(text);
    if (!match) return false;
    const [, name = '', quoted, plain = ''] = match;
    const value = quoted?.replace(/\\(.)/g, '$1') ?? plain;
    if (name.toLowerCase() === 'charset' && !UTF_8.test(value)) return false;
  }
  return true;
}
