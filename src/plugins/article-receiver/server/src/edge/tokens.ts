import { createHash, timingSafeEqual } from 'node:crypto';

/** A secret that opens the webhook, known by its hash only. */
export interface TokenHash {
  /** What logs and the admin call it. */
  name: string;
  /** SHA-256 of the token. */
  hash: Buffer;
}

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The tokens of the site's configuration and of its environment (`A,B`), in this order. */
export function configuredTokens(
  tokens: readonly string[] = [],
  environment: string | undefined = undefined,
): TokenHash[] {
  const fromEnvironment = (environment ?? '').split(',').map((token) => token.trim());
  const named = [
    ...tokens.map((token, index) => ({ token, name: `config ${index + 1}` })),
    ...fromEnvironment
      .filter((token) => token !== '')
      .map((token, index) => ({ token, name: `environment ${index + 1}` })),
  ];
  return named.map(({ token, name }) => ({ name, hash: hashToken(token) }));
}

/**
 * The name of the token that was presented; null when it is none of ours. Hashes of equal length
 * are compared in constant time, and all of them, so that timing tells nothing about any.
 */
export function nameOfToken(presented: string, known: readonly TokenHash[]): string | null {
  const hash = hashToken(presented);
  let name: string | null = null;
  for (const token of known) {
    if (timingSafeEqual(hash, token.hash)) name ??= token.name;
  }
  return name;
}
