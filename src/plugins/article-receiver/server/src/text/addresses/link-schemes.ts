import { decodeString } from 'micromark-util-decode-string';

/**
 * Schemes that a link in an article may have. A list of what is allowed: besides `javascript:`
 * there are too many that do something (`data:`, `vbscript:`, `ms-msdt:`, `search-ms:`…).
 * Addresses without a scheme, protocol-relative ones (`//host`) too, can do no more than an
 * `https:` link can and are allowed.
 */
const ALLOWED = new Set([
  'http',
  'https',
  'mailto',
  'tel',
  'sms',
  'ftp',
  'ftps',
  'geo',
  'webcal',
  'xmpp',
  'irc',
  'ircs',
  'matrix',
]);

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const RUNS_CODE = /^(?:javascript|vbscript|livescript|jscript|data):/i;

/** Most destinations have neither a colon nor anything that could be decoded into one. */
const MAY_HAVE_SCHEME = /[:&%]/;
const MAY_RUN_CODE = /^[\s\p{Cc}\p{Cf}\uFFFD\\]*[jvld&%]/iu;

/** How often character references and percent signs are undone when looking for hidden schemes. */
const UNDO_ROUNDS = 3;

/**
 * Whether a link to this destination is harmless.
 *
 * @param raw - the destination as it stands in the Markdown, escapes and references not resolved,
 *   without angle brackets
 */
export function isSafeDestination(raw: string): boolean {
  if (!MAY_HAVE_SCHEME.test(raw)) return true;
  const resolved = decodeString(raw);
  // What a browser makes of it: leading control characters, tabs and line ends are dropped.
  const seen = resolved.replace(/[\t\n\r]+/g, '').replace(/^[\p{Cc} ]+/u, '');
  const scheme = SCHEME.exec(seen)?.[1];
  if (scheme !== undefined && !ALLOWED.has(scheme.toLowerCase())) return false;
  return !hidesCode(raw);
}

/**
 * Whether the destination names a scheme that runs code to a reader more generous than the
 * standards: one that decodes twice, or percent signs, or drops invisible characters.
 */
export function hidesCode(raw: string): boolean {
  if (!MAY_HAVE_SCHEME.test(raw) || !MAY_RUN_CODE.test(raw)) return false;
  let text = raw;
  for (let round = 0; round <= UNDO_ROUNDS; round += 1) {
    if (RUNS_CODE.test(text.replace(/[\s\p{Cc}\p{Cf}\uFFFD\\]+/gu, ''))) return true;
    const undone = percentDecoded(decodeString(withSemicolons(text)));
    // Most have nothing to undo, and further rounds would find the same.
    if (undone === text) return false;
    text = undone;
  }
  return false;
}

/** HTML readers also take a reference without its semicolon, with any number of zeros. */
function withSemicolons(text: string): string {
  return text.replace(/&#(x)0*([0-9a-f]{1,6});?|&#0*(\d{1,7});?/gi, '&#$1$2$3;');
}

function percentDecoded(text: string): string {
  return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
