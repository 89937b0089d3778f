/** What databases say when another transaction was in the way: the same again may well succeed. */
const TRANSIENT = new Set([
  // SQLite
  'SQLITE_BUSY',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_LOCKED',
  'SQLITE_LOCKED_SHAREDCACHE',
  // PostgreSQL: serialization_failure, deadlock_detected, lock_not_available
  '40001',
  '40P01',
  '55P03',
  // MySQL and MariaDB
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
]);

/** How far a chain of causes is followed: it may be a circle. */
const MAX_CAUSES = 8;

/** Whether a transaction failed for no fault of its own, so that it is worth doing again at once. */
export function isTransient(error: unknown): boolean {
  let at = error;
  for (let depth = 0; depth < MAX_CAUSES && at instanceof Error; depth += 1) {
    if ('code' in at && typeof at.code === 'string' && TRANSIENT.has(at.code)) return true;
    at = at.cause;
  }
  return false;
}
