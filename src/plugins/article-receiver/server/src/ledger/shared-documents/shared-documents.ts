import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { fromJson, having, toJson } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { findRows, rows, type RowOf } from '../../database/rows';
import { columns, insertMissing, updateEach } from '../../database/sql';
import { foundTogether } from '../../run-context/looks';
import type { Remembered } from '../../projection/shared-documents/former-name';
import { sourceKeyOf, type ProjectedKey, type ProjectedState } from './projected-key';

const FIELDS = ['sourceKey', 'documentId', 'base', 'claims', 'history', 'fate'] as const;

type Row = Pick<RowOf<typeof TABLES.projected>, (typeof FIELDS)[number]>;

const toState = ({ documentId, base, claims, history, fate }: Row): ProjectedState => ({
  documentId,
  registers: fromJson(base) ?? {},
  claims: fromJson(claims),
  history: fromJson(history) ?? {},
  fate,
});

const statesOf = (rows: readonly Row[]): Map<string, ProjectedState> =>
  new Map(rows.map((row) => [row.sourceKey, toState(row)]));

/** In one order everywhere: so nobody waits for somebody who waits for him. */
const sourceKeysOf = (keys: readonly ProjectedKey[]): string[] =>
  [...new Set(keys.map(sourceKeyOf))].sort();

/** Documents that several deliveries fill together: campaigns, tags, files. */
export class SharedDocuments {
  constructor(private readonly strapi: Core.Strapi) {}

  /** What was projected under some keys, by their hashes, without locking any. */
  async read(keys: readonly ProjectedKey[]): Promise<Map<string, ProjectedState>> {
    return findStates(this.strapi, keys.map(sourceKeyOf));
  }

  /** Whether a document was projected under any key of its kind. */
  async has(kind: ProjectedKey['kind'], documentId: string): Promise<boolean> {
    return (await rows(this.strapi, TABLES.projected).count({ where: { kind, documentId } })) > 0;
  }

  /** Whether a document is what a key became, or what it is about to become. Joins the caller's transaction. */
  async isUnder(key: ProjectedKey, documentId: string): Promise<boolean> {
    const found = await rows(this.strapi, TABLES.projected).findMany({
      select: ['documentId'],
      where: { sourceKey: sourceKeyOf(key) },
    });
    return found.some((row) => [null, documentId].includes(row.documentId));
  }

  /** Those of some documents that somebody deleted once and that were made again, under their ids. */
  async madeAgain(documentIds: readonly string[]): Promise<Set<string>> {
    const found = await rows(this.strapi, TABLES.projected).findMany({
      select: ['documentId'],
      where: { documentId: { $in: documentIds }, fate: 'madeAgain' },
    });
    return new Set(having(found, 'documentId').map(({ documentId }) => documentId));
  }

  /** The keys of a kind under which a document was projected: one in most cases. */
  async keysOf(kind: ProjectedKey['kind'], documentId: string): Promise<ProjectedKey[]> {
    return rows(this.strapi, TABLES.projected).findMany({
      select: ['kind', 'sourceId'],
      where: { kind, documentId },
    });
  }

  /** What is remembered of some documents, or files, whether or not they are there. */
  async rememberedOf(
    documentIds: readonly string[],
  ): Promise<(Remembered & { documentId: string })[]> {
    const found = await rows(this.strapi, TABLES.projected).findMany({
      select: ['kind', 'sourceId', 'documentId', 'claims'],
      where: { documentId: { $in: documentIds } },
    });
    return having(found, 'documentId').map((row) => ({ ...row, claims: fromJson(row.claims) }));
  }

  /**
   * Makes sure that keys have their rows, which are their locks. Joins a transaction, of which it may be
   * the first statement: a row that another one is making is waited for.
   */
  async open(trx: Knex.Transaction, keys: readonly ProjectedKey[]): Promise<void> {
    const byHash = new Map(keys.map((key) => [sourceKeyOf(key), key]));
    const rows = [...byHash]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([sourceKey, { kind, sourceId }]) => columns({ sourceKey, kind, sourceId }));
    await insertMissing(this.strapi, trx, TABLES.projected, 'source_key', rows);
  }

  /**
   * Locks keys for the rest of a transaction that has written already (SQLite has no row locks), and
   * reads them. To be called before its first plain read (see `Streams.lock`).
   * @returns what was projected under them, by their hashes.
   */
  async lock(
    trx: Knex.Transaction,
    keys: readonly ProjectedKey[],
  ): Promise<Map<string, ProjectedState>> {
    const found = await findRows(
      this.strapi,
      TABLES.projected,
      FIELDS,
      (projected) =>
        projected.whereIn('source_key', sourceKeysOf(keys)).orderBy('source_key').forUpdate(),
      trx,
    );
    return statesOf(found);
  }

  /** Makes a key's row with its first state, unless there is one. Joins the caller's transaction. */
  async insert(trx: Knex.Transaction, key: ProjectedKey, state: ProjectedState): Promise<void> {
    const row = columns({ ...rowOf(key, state), kind: key.kind, sourceId: key.sourceId });
    await insertMissing(this.strapi, trx, TABLES.projected, 'source_key', [row]);
  }

  /**
   * Writes down which document a key leads to, whichever it was before; null: none. Joins the caller's transaction.
   */
  async lead(trx: Knex.Transaction, key: ProjectedKey, documentId: string | null): Promise<void> {
    await this.open(trx, [key]);
    const row = columns({ sourceKey: sourceKeyOf(key), documentId });
    await updateEach(this.strapi, trx, TABLES.projected, 'source_key', [row]);
  }

  /** Records what was written under locked keys, in one statement. Joins the caller's transaction. */
  async save(
    trx: Knex.Transaction,
    written: readonly { key: ProjectedKey; state: ProjectedState }[],
  ): Promise<void> {
    const rows = written.map(({ key, state }) => columns(rowOf(key, state)));
    await updateEach(this.strapi, trx, TABLES.projected, 'source_key', rows);
  }
}

const findStates = foundTogether(async (strapi, sourceKeys: readonly string[]) =>
  statesOf(
    await findRows(strapi, TABLES.projected, FIELDS, (projected) =>
      projected.whereIn('source_key', [...sourceKeys]),
    ),
  ),
);

const rowOf = (
  key: ProjectedKey,
  { documentId, registers, claims, history, fate }: ProjectedState,
) => ({
  sourceKey: sourceKeyOf(key),
  documentId,
  base: toJson(registers),
  claims: claims && toJson(claims),
  history: toJson(history),
  fate,
});
