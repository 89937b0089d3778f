import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { TABLES } from '../database/tables';
import { findRow, findRows, type RowOf } from '../database/rows';
import { columns, isTaken, table } from '../database/sql';

const FIELDS = [
  'tokenId',
  'name',
  'hash',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'replacedBy',
  'lastUsedAt',
  'lastUsedAddress',
] as const;

/** A token that an administrator made; the secret is known by its hash only. Times in epoch ms. */
export type TokenRow = Pick<RowOf<typeof TABLES.token>, (typeof FIELDS)[number]>;

type NewRow = Pick<TokenRow, 'name' | 'hash' | 'createdAt' | 'expiresAt'>;

/** How often a token's use is written down. */
export const USE_INTERVAL_MS = 60_000;

const tokenIdOf = () => `tok_${randomBytes(9).toString('hex')}`;

const isExpired = ({ expiresAt }: TokenRow, now: number): boolean =>
  expiresAt !== null && expiresAt <= now;

export const isUsable = (row: TokenRow, now: number): boolean =>
  row.revokedAt === null && !isExpired(row, now);

/** What a token is at the given time: a replaced one still works until its overlap is over. */
export function tokenState(
  row: TokenRow,
  now: number,
): 'active' | 'replaced' | 'expired' | 'revoked' {
  if (row.revokedAt !== null) return 'revoked';
  if (isExpired(row, now)) return 'expired';
  return row.replacedBy === null ? 'active' : 'replaced';
}

/** All tokens that were ever made, in the order of their making. */
export async function readTokens(strapi: Core.Strapi): Promise<TokenRow[]> {
  return findRows(strapi, TABLES.token, FIELDS, (tokens) => tokens.orderBy('id'));
}

async function findToken(strapi: Core.Strapi, tokenId: string): Promise<TokenRow | null> {
  const withId = columns({ tokenId });
  return (await findRow(strapi, TABLES.token, FIELDS, (tokens) => tokens.where(withId))) ?? null;
}

const asNew = (row: NewRow): TokenRow => ({
  ...row,
  tokenId: tokenIdOf(),
  revokedAt: null,
  replacedBy: null,
  lastUsedAt: null,
  lastUsedAddress: null,
});

/** @returns null when a token that works has the name. */
export async function insertToken(strapi: Core.Strapi, wanted: NewRow): Promise<TokenRow | null> {
  const row = asNew(wanted);
  const { name: currentName, createdAt: now } = row;
  await table(strapi, TABLES.token)
    .where(columns({ currentName }))
    .andWhere('expires_at', '<=', now)
    .update(columns({ currentName: null }));
  try {
    await table(strapi, TABLES.token).insert(columns({ ...row, currentName }));
  } catch (error) {
    // Asked of the table and not of the error, which every driver words differently.
    if (await isTaken(strapi, TABLES.token, { currentName })) return null;
    throw error;
  }
  return row;
}

/** Why a token cannot be replaced. */
export type RotationFault = 'unknown' | 'revoked' | 'expired' | 'replaced';

/**
 * Gives a token a successor of the same name and lifetime. The old one works on for the overlap,
 * or until its own end if that is earlier.
 */
export async function replaceToken(
  strapi: Core.Strapi,
  tokenId: string,
  { hash, now, overlapMs }: { hash: string; now: number; overlapMs: number },
): Promise<TokenRow | RotationFault> {
  return inTransaction(strapi, async ({ trx }) => {
    const old = await findRow(
      strapi,
      TABLES.token,
      FIELDS,
      (tokens) => tokens.where(columns({ tokenId })).forUpdate(),
      trx,
    );
    if (!old) return 'unknown';
    const state = tokenState(old, now);
    if (state !== 'active') return state;
    const lifetime = old.expiresAt === null ? null : old.expiresAt - old.createdAt;
    const expiresAt = lifetime === null ? null : now + lifetime;
    const successor = asNew({ name: old.name, hash, createdAt: now, expiresAt });
    await table(strapi, TABLES.token, trx)
      .where(columns({ tokenId }))
      .update(
        columns({
          currentName: null,
          replacedBy: successor.tokenId,
          expiresAt: Math.min(now + overlapMs, old.expiresAt ?? Infinity),
        }),
      );
    await table(strapi, TABLES.token, trx).insert(
      columns({ ...successor, currentName: successor.name }),
    );
    return successor;
  });
}

/** Takes a token out of use from now on. Doing so again changes nothing. */
export async function revokeToken(
  strapi: Core.Strapi,
  tokenId: string,
  now: number,
): Promise<TokenRow | null> {
  await table(strapi, TABLES.token)
    .where(columns({ tokenId }))
    .whereNull('revoked_at')
    .update(columns({ revokedAt: now, currentName: null }));
  return findToken(strapi, tokenId);
}

/** Writes down that a token was used: over all instances at most once a minute. */
export async function recordUse(
  strapi: Core.Strapi,
  tokenId: string,
  { now, address }: { now: number; address: string },
): Promise<void> {
  await table(strapi, TABLES.token)
    .where(columns({ tokenId }))
    .andWhere((due) => {
      void due
        .whereNull('last_used_at')
        .orWhere('last_used_at', '<=', now - USE_INTERVAL_MS)
        // By a clock that was ahead, it would be the last one until then.
        .orWhere('last_used_at', '>', now + USE_INTERVAL_MS);
    })
    .update(columns({ lastUsedAt: now, lastUsedAddress: address.slice(0, 255) || null }));
}

/** Takes a token out of the table altogether. */
export async function removeToken(strapi: Core.Strapi, tokenId: string): Promise<void> {
  await table(strapi, TABLES.token).where(columns({ tokenId })).delete();
}
