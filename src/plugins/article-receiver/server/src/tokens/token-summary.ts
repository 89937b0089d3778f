import type { TokenSummary } from '../../../shared/settings/tokens';
import type { TokenUse } from './token-uses';
import { tokenState, type TokenRow } from './stored-tokens';

const instant = (epochMs: number | null): string | null =>
  epochMs === null ? null : new Date(epochMs).toISOString();

/** What may be shown of a token of the database. */
export function toSummary(row: TokenRow, now: number): TokenSummary {
  return {
    id: row.tokenId,
    name: row.name,
    source: 'database',
    state: tokenState(row, now),
    createdAt: instant(row.createdAt),
    expiresAt: instant(row.expiresAt),
    revokedAt: instant(row.revokedAt),
    replacedBy: row.replacedBy,
    lastUsedAt: instant(row.lastUsedAt),
    lastUsedAddress: row.lastUsedAddress,
  };
}

/** A token of the configuration: it works as long as it is there. */
export const configuredSummary = (name: string, use: TokenUse | undefined): TokenSummary => ({
  id: null,
  name,
  source: name.startsWith('config ') ? 'config' : 'environment',
  state: 'active',
  createdAt: null,
  expiresAt: null,
  revokedAt: null,
  replacedBy: null,
  lastUsedAt: instant(use?.lastUsedAt ?? null),
  lastUsedAddress: use?.lastUsedAddress ?? null,
});
