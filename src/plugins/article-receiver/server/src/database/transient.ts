import { recordOf } from '../../../shared/records';

/**
 * What databases say when other transactions alone are the reason, each of which has gone on or is over: two
 * that waited for each other, or one that read what the other has changed meanwhile.
 */
const CONFLICTS = new Set([
  // PostgreSQL: serialization_failure, deadlock_detected
  '40001',
  '40P01',
  // MySQL and MariaDB
  'ER_LOCK_DEADLOCK',
  'ER_CHECKREAD',
]);

/** What they say when another transaction was in the way: the same again may well succeed. */
const TRANSIENT = new Set([
  ...CONFLICTS,
  // SQLite
  'SQLITE_BUSY',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
  'SQLITE_LOCKED_SHAREDCACHE',
  // PostgreSQL: lock_not_available
  '55P03',
  // MySQL and MariaDB
  'ER_LOCK_WAIT_TIMEOUT',
]);

/**
 * What they say when a statement took longer than the database lets one take, or wait for a lock: it may be quicker in a
 * moment.
 */
const LATE = new Set([
  // PostgreSQL: lock_not_available, query_canceled
  ...['55P03', '57014'],
  // MySQL and MariaDB; of MySQL's statements, and of MariaDB's, for which the driver has only its number
  ...['ER_LOCK_WAIT_TIMEOUT', 'ER_QUERY_TIMEOUT', '1969'],
]);

/** What is said where the database is away, or ended the connection: it may be there again in a moment. */
const UNREACHABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
  // PostgreSQL: connection exceptions, too_many_connections; shut down, crashed, starting; idle for too long, idle
  // within a transaction, in one that took too long. With 08P01, PgBouncer says that it has lost the server, or finds
  // none (1.18, src/objects.c: send_pooler_error).
  ...['08000', '08001', '08003', '08004', '08006', '08007', '08P01'],
  ...['53300', '57P01', '57P02', '57P03', '57P05', '25P03', '25P04'],
  // MySQL and MariaDB, the first two of them the driver's
  ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_SEQUENCE_TIMEOUT', 'ER_SERVER_SHUTDOWN'],
  ...['ER_NORMAL_SHUTDOWN', 'ER_CON_COUNT_ERROR', 'ER_CONNECTION_KILLED'],
  // In a switchover a server only lets itself be read before it goes, as does the one that takes its place at first.
  // PostgreSQL: read_only_sql_transaction; MySQL and MariaDB with `read_only`
  ...['25006', 'ER_OPTION_PREVENTS_STATEMENT'],
]);

/** The same without a code: of pg 8 and mysql2 3, behind the statement. */
const CLOSED =
  /\bConnection terminated( unexpectedly)?$|\band is not queryable$|\bconnection is in closed state$/;

/** How far a chain of causes is followed: it may be a circle. */
const MAX_CAUSES = 8;

/** Whether a transaction failed for no fault of its own, so that it is worth doing again at once. */
export const isTransient = (error: unknown): boolean => hasCode(error, TRANSIENT);

/** Whether others were at work on the same rows, and nothing else: however often, that is no failure. */
export const isConflict = (error: unknown): boolean => hasCode(error, CONFLICTS);

/** Whether the database did not get to it in time, for whatever reason. */
export const isLate = (error: unknown): boolean => hasCode(error, LATE);

/**
 * Whether the database could not be reached, so that nobody knows whether it did what it was asked to, or hands over to
 * another.
 * @param error of the database: another service that could not be reached says the same.
 */
export const isUnreachable = (error: unknown): boolean =>
  hasCode(error, UNREACHABLE) ||
  (error instanceof Error &&
    // No connection came free in time.
    (error.name === 'KnexTimeoutError' || CLOSED.test(error.message)));

/** Whether an error, or what caused it, has one of these codes: or its number, where its driver has no code for it. */
function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  let at = error;
  for (let depth = 0; depth < MAX_CAUSES && at instanceof Error; depth += 1) {
    const { code, errno } = recordOf(at);
    const said = code === undefined && typeof errno === 'number' ? String(errno) : code;
    if (typeof said === 'string' && codes.has(said)) return true;
    at = at.cause;
  }
  return false;
}
