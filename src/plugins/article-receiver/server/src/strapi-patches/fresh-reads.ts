import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Given } from '../database/columns';
import { isMysql } from '../database/sql';
import { alongside } from '../run-context/alongside';
import { currentRequest } from '../strapi/current-request';
import { releasesOf } from '../strapi/releases';
import { adapt, isFunction } from './adapt';

interface Client {
  transaction(container: unknown, config: Knex.TransactionConfig, outer?: unknown): unknown;
}

/** Where editors work on entries: in Strapi's Content Manager, and in its releases. */
const OF_EDITORS = /^\/content-(manager|releases)\//;

/** Whether a release is being published: one that was scheduled is, without any request. */
const releasing = alongside<true>();

/**
 * Has editors' transactions see what is committed by the time of each statement (READ COMMITTED), on
 * MariaDB and MySQL as on PostgreSQL.
 *
 * There, a transaction goes on seeing what was there at its first plain read (REPEATABLE READ). The Content
 * Manager reads an entry in the transaction in which it saves and publishes it, and so do bulk actions and
 * releases, also scheduled ones, before the Document Service is asked and the article can be locked: of what
 * a projection wrote that was waited for they would see nothing, and write over it as an editor's. The
 * transactions of the rest of the site, and the receiver's own, which lock before they read, stay as they are.
 *
 * Nothing is changed where the server has another level by itself, nor where its binary log would refuse
 * to write at this one: https://mariadb.com/kb/en/set-transaction/,
 * https://dev.mysql.com/doc/refman/8.4/en/innodb-transaction-isolation-levels.html. Strapi has no option for
 * it in 5.17 to 5.54; asked about in https://github.com/strapi/documentation/issues/2990 (open).
 */
export async function readWhatIsCommitted(strapi: Core.Strapi): Promise<void> {
  if (!isMysql(strapi)) return;
  const { isRepeatable, isLoggedByStatement } = await serverSettings(strapi);
  if (!isRepeatable) return;
  const client = strapi.db.connection.client as Client;
  adapt(strapi, {
    what: isLoggedByStatement
      ? "the server's binary log (binlog_format STATEMENT)"
      : "knex's way to begin a transaction (client.transaction)",
    without:
      'what an editor publishes while a delivery of the same article is written may take its place',
    isKnown: isFunction(client?.transaction) && !isLoggedByStatement,
    apply: () => {
      const begin = client.transaction.bind(client);
      client.transaction = (container, config, outer) => {
        const isEditors =
          releasing.get() === true || OF_EDITORS.test(currentRequest(strapi)?.path ?? '');
        if (outer || !isEditors) return begin(container, config, outer);
        return begin(container, { isolationLevel: 'read committed', ...config }, outer);
      };
      markReleases(strapi);
    },
  });
}

function markReleases(strapi: Core.Strapi): void {
  const releases = releasesOf(strapi);
  if (!releases) return;
  adapt(strapi, {
    what: 'the publishing of releases (content-releases, release.publish)',
    without:
      'a scheduled release that goes out while a delivery of the same article is written may take its place',
    isKnown: isFunction(releases.publish),
    apply: () => {
      const publish = releases.publish.bind(releases);
      releases.publish = (id) => releasing.run(true, () => publish(id));
    },
  });
}

/** How the server has its transactions; its versions have different names for the same. */
async function serverSettings(
  strapi: Core.Strapi,
): Promise<{ isRepeatable: boolean; isLoggedByStatement: boolean }> {
  const names = ['tx_isolation', 'transaction_isolation', 'log_bin', 'binlog_format'];
  const [rows = []]: Given[][] = await strapi.db.connection.raw(
    `show variables where variable_name in (${names.map(() => '?').join()})`,
    names,
  );
  const settings = new Map(rows.map((row) => [row.Variable_name, row.Value]));
  const level = settings.get('transaction_isolation') ?? settings.get('tx_isolation');
  return {
    isRepeatable: level === 'REPEATABLE-READ',
    isLoggedByStatement:
      settings.get('log_bin') === 'ON' && settings.get('binlog_format') === 'STATEMENT',
  };
}
