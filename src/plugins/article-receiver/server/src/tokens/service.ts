import type { Core } from '@strapi/types';
import type { NameFault, NewToken, TokenSummary } from '../../../shared/settings/tokens';
import { optionsOf } from '../config/site-options';
import { isTestTokenName } from '../read-delivery/test-delivery';
import { configuredTokens, hashToken, makeToken, matchToken } from './match-token';
import { createTokenList } from './token-list';
import {
  insertToken,
  isUsable,
  readTokens,
  recordUse,
  removeToken,
  replaceToken,
  revokeToken,
  USE_INTERVAL_MS,
  type RotationFault,
  type TokenRow,
} from './stored-tokens';
import { configuredUses, recordConfiguredUse } from './token-uses';
import { nameFault } from './token-name';
import { configuredSummary, toSummary } from './token-summary';
import { explain } from '../faults/explain';

/** A token that opens the webhook. */
export interface TokenIdentity {
  /** Null for a token of the site's configuration. */
  id: string | null;
  name: string;
}

export interface TokensService {
  /**
   * Which token was presented; null when it does not open the webhook.
   * @throws Error when it may be a token of the database, and the database does not answer.
   */
  identify(presented: string): Promise<TokenIdentity | null>;
  /** Writes down, in its own time, that a token was used. Never throws. */
  used(token: TokenIdentity, address: string): void;
  /** How many tokens work now. */
  count(): Promise<number>;
  /** All tokens, those of the configuration first. None of them shows its secret. */
  list(): Promise<TokenSummary[]>;
  /**
   * Makes a token. The answer is the only place that ever shows it.
   * @param expiresAt epoch ms; null for no end.
   * @returns why not, where it may not have the name.
   */
  create(wanted: { name: string; expiresAt: number | null }): Promise<NewToken | NameFault>;
  /**
   * Gives a token a successor; both work for the overlap.
   * @param overlapMs milliseconds; the option `tokenOverlapMs` when it is left out.
   */
  rotate(id: string, overlapMs?: number): Promise<NewToken | RotationFault>;
  /** Makes a token for one test delivery; nobody sees it in the list. */
  createForTest(name: string, expiresAt: number): Promise<NewToken>;
  /** Takes such a token out of the list of tokens altogether. */
  removeForTest(id: string): Promise<void>;
  /**
   * Takes a token that works no more out of the list of tokens.
   * @returns why not, where it may not.
   */
  remove(id: string): Promise<'removed' | 'unknown' | 'works'>;
  /** Takes a token out of use at once; null when there is none with this id. */
  revoke(id: string): Promise<TokenSummary | null>;
}

export default ({ strapi }: { strapi: Core.Strapi }): TokensService => {
  const { tokens, tokenOverlapMs } = optionsOf(strapi);
  const configured = configuredTokens(tokens, process.env.ARTICLE_RECEIVER_TOKEN);
  const stored = createTokenList(strapi);
  /** When this instance last wrote down the use of a token, by its id. */
  const noted = new Map<string, number>();

  const match = (presented: string, rows: readonly TokenRow[]): TokenIdentity | null => {
    const now = Date.now();
    const usable = rows.filter((row) => isUsable(row, now));
    const known = usable.map(({ tokenId, name, hash }) => ({
      id: tokenId,
      name,
      hash: Buffer.from(hash, 'hex'),
    }));
    const found = matchToken(presented, [...configured, ...known]);
    return found && { id: found.id, name: found.name };
  };

  const identify = async (presented: string): Promise<TokenIdentity | null> => {
    const known = match(presented, await stored.current());
    if (known) return known;
    const renewed = await stored.renewed();
    return renewed && match(presented, renewed);
  };

  return {
    identify,
    used: ({ id, name }, address) => {
      const now = Date.now();
      const key = id ?? name;
      // By a clock that was ahead, that would be the last one until then.
      if (Math.abs(now - (noted.get(key) ?? -Infinity)) < USE_INTERVAL_MS) return;
      noted.set(key, now);
      const hash = configured.find((token) => token.name === name)?.hash.toString('hex') ?? '';
      const recorded =
        id === null
          ? recordConfiguredUse(strapi, hash, { now, address })
          : recordUse(strapi, id, { now, address });
      recorded.catch((error: unknown) => {
        strapi.log.warn(`article-receiver: a token's use could not be recorded: ${explain(error)}`);
      });
    },
    count: async () => {
      const now = Date.now();
      const rows = await readTokens(strapi);
      const usable = rows.filter((row) => isUsable(row, now) && !isTestTokenName(row.name));
      return configured.length + usable.length;
    },
    list: async () => {
      const now = Date.now();
      const rows = await readTokens(strapi);
      const uses = await configuredUses(strapi);
      return [
        ...configured.map(({ name, hash }) =>
          configuredSummary(name, uses.get(hash.toString('hex'))),
        ),
        ...rows.filter(({ name }) => !isTestTokenName(name)).map((row) => toSummary(row, now)),
      ];
    },
    create: async ({ name, expiresAt }) => {
      const fault = nameFault(name);
      if (fault) return fault;
      const token = makeToken();
      const now = Date.now();
      const hash = hashToken(token).toString('hex');
      const row = await insertToken(strapi, { name, hash, createdAt: now, expiresAt });
      stored.forget();
      return row ? { ...toSummary(row, now), token } : 'taken';
    },
    rotate: async (id, overlapMs = tokenOverlapMs) => {
      const token = makeToken();
      const now = Date.now();
      const hash = hashToken(token).toString('hex');
      const row = await replaceToken(strapi, id, { hash, now, overlapMs });
      stored.forget();
      return typeof row === 'string' ? row : { ...toSummary(row, now), token };
    },
    createForTest: async (name, expiresAt) => {
      const token = makeToken();
      const now = Date.now();
      const hash = hashToken(token).toString('hex');
      const row = await insertToken(strapi, { name, hash, createdAt: now, expiresAt });
      stored.forget();
      if (!row) throw new Error('a test delivery is under way already');
      return { ...toSummary(row, now), token };
    },
    removeForTest: async (id) => {
      await removeToken(strapi, id);
      stored.forget();
    },
    remove: async (id) => {
      const row = (await readTokens(strapi)).find(({ tokenId }) => tokenId === id);
      if (!row) return 'unknown';
      if (isUsable(row, Date.now())) return 'works';
      await removeToken(strapi, id);
      stored.forget();
      return 'removed';
    },
    revoke: async (id) => {
      const now = Date.now();
      const row = await revokeToken(strapi, id, now);
      stored.forget();
      return row && toSummary(row, now);
    },
  };
};
