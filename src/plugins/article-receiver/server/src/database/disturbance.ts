import type { Knex } from 'knex';
import { isTransient } from './transient';

/**
 * With these MariaDB and MySQL have rolled the whole transaction back: what is sent after them counts
 * at once, each statement by itself.
 * https://dev.mysql.com/doc/refman/8.4/en/innodb-error-handling.html,
 * https://mariadb.com/docs/server/server-usage/storage-engines/innodb/innodb-system-variables#innodb_snapshot_isolation
 */
const ENDS = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD']);

const endsTransaction = (error: Error): boolean => 'code' in error && ENDS.has(String(error.code));

const watched = new WeakMap<Knex.Transaction, Disturbance>();

/** What was in the way of a transaction; undefined while nothing was. */
type Disturbance = () => Error | undefined;

/**
 * Remembers that another transaction was in the way of this one, whoever catches that and whatever
 * they throw instead: Strapi's entity manager, which writes a row back when one of its relations
 * cannot be written, throws what comes of the writing back.
 *
 * What ended the transaction is the answer to everything but a rollback from then on: such a row would
 * otherwise be written outside of it, over what others have committed meanwhile.
 */
export function watchDisturbance(trx: Knex.Transaction): Disturbance {
  const known = watched.get(trx);
  if (known) return known;
  let disturbance: Error | undefined;
  let ending: Error | undefined;
  trx.on('query-error', (error: Error) => {
    if (isTransient(error)) disturbance ??= error;
    if (endsTransaction(error)) ending ??= error;
  });
  // Knex tells of a statement before it sends it, and what a listener throws is the statement's fault.
  trx.on('query', ({ sql }: { sql: string }) => {
    if (ending && !/^rollback\W*$/i.test(sql)) throw ending;
  });
  watched.set(trx, () => disturbance);
  return () => disturbance;
}
