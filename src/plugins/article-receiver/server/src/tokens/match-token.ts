import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A secret that opens the webhook, known by its hash only. */
export interface KnownToken {
  /** What logs and the admin call it. */
  name: string;
  /** Not secret; null for tokens of the configuration. */
  id: string | null;
  /** SHA-256 of the token. */
  hash: Buffer;
}

/** Says what it is when it turns up somewhere; secret scanners can look for it. */
const PREFIX = 'ar_';

/** A new token of 256 random bits, made of characters that may stand in an address. */
export const makeToken = (): string => PREFIX + randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const CONFIGURED_NAME = /^(config|environment) \d+$/i;

/** Names that tokens of the configuration have, which no other token may take. */
export const isConfiguredName = (name: string): boolean => CONFIGURED_NAME.test(name);

/** The tokens of an environment variable (`A,B`). */
export const tokensInEnvironment = (environment: string | undefined): string[] =>
  (environment ?? '')
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '');

/** The tokens of the site's configuration and of its environment, in this order, with their secrets. */
export const namedTokens = (tokens: readonly string[] = [], environment?: string) => [
  ...tokens.map((token, index) => ({ token, name: `config ${index + 1}` })),
  ...tokensInEnvironment(environment).map((token, index) => ({
    token,
    name: `environment ${index + 1}`,
  })),
];

/** The same as others may know them. */
export const configuredTokens = (tokens?: readonly string[], environment?: string): KnownToken[] =>
  namedTokens(tokens, environment).map(({ token, name }) => ({
    name,
    id: null,
    hash: hashToken(token),
  }));

/**
 * Which token was presented; null when it is none of ours. Hashes of equal length are compared in
 * constant time, and all of them, so that timing tells nothing about any.
 */
export function matchToken<Token extends KnownToken>(
  presented: string,
  known: readonly Token[],
): Token | null {
  const hash = hashToken(presented);
  let match: Token | null = null;
  for (const token of known) {
    if (timingSafeEqual(hash, token.hash)) match ??= token;
  }
  return match;
}
