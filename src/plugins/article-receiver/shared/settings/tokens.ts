/**
 * A token that opens the webhook, as the admin API lists it. The secret itself is in the answer
 * to its making and nowhere else. Times are ISO 8601 in UTC.
 */
export interface TokenSummary {
  /** Names the token in the admin API; null for one that the site's configuration sets. */
  id: string | null;
  /** What the event log calls it. A rotated token and its successor share the name. */
  name: string;
  source: 'database' | 'config' | 'environment';
  /** `replaced`: it has a successor, and works beside it until `expiresAt`. */
  state: 'active' | 'replaced' | 'expired' | 'revoked';
  createdAt: string | null;
  /** From then on it does not work; null when it has no end. */
  expiresAt: string | null;
  revokedAt: string | null;
  /** Id of the token that replaced it. */
  replacedBy: string | null;
  /** To the minute. */
  lastUsedAt: string | null;
  /** Address of the sender who used it last. */
  lastUsedAddress: string | null;
}

/** The tokens, and what they open: who makes one need not be allowed to read the settings. */
export interface TokenList {
  results: TokenSummary[];
  webhook: { url: string };
}

/** The only time that a token is shown. */
export interface NewToken extends TokenSummary {
  token: string;
}

/** Why no token is made under a name, in words for whoever asked. */
export const NAME_FAULTS = {
  configured: 'tokens of the configuration have names like this',
  test: 'tokens of test deliveries have names like this',
  taken: 'another token has this name',
} as const;

export type NameFault = keyof typeof NAME_FAULTS;
