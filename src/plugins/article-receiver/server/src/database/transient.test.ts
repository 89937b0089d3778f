import { isConflict, isLate, isTransient, isUnreachable } from './transient';

const withCode = (code: unknown, cause?: unknown) =>
  Object.assign(new Error('of a database', { cause }), { code });

describe('isTransient', () => {
  it.each([
    'SQLITE_BUSY',
    'SQLITE_BUSY_SNAPSHOT',
    'SQLITE_LOCKED',
    '40001',
    '40P01',
    '55P03',
    'ER_LOCK_DEADLOCK',
    'ER_LOCK_WAIT_TIMEOUT',
    'ER_CHECKREAD',
  ])('is true of %s', (code) => {
    expect(isTransient(withCode(code))).toBe(true);
  });

  it.each([
    ['a unique violation of SQLite', withCode('SQLITE_CONSTRAINT_UNIQUE')],
    ['a unique violation of PostgreSQL', withCode('23505')],
    ['a unique violation of MySQL', withCode('ER_DUP_ENTRY')],
    ['a full disk', withCode('ENOSPC')],
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a number', withCode(40001)],
    ['an error without a code', new Error('SQLITE_BUSY')],
    ['what is no error', { code: 'SQLITE_BUSY' }],
    ['nothing', undefined],
  ])('is false of %s', (_, error) => {
    expect(isTransient(error)).toBe(false);
  });

  it('looks behind an error for its cause', () => {
    expect(isTransient(withCode('EWRAPPED', withCode('ER_LOCK_DEADLOCK')))).toBe(true);
  });

  it('comes to an end when the causes go in a circle', () => {
    const error = withCode('ONE');
    error.cause = withCode('TWO', error);
    expect(isTransient(error)).toBe(false);
  });
});

describe('isConflict', () => {
  it.each(['40001', '40P01', 'ER_LOCK_DEADLOCK', 'ER_CHECKREAD'])('is true of %s', (code) => {
    expect(isConflict(withCode('EWRAPPED', withCode(code)))).toBe(true);
  });

  it.each(['SQLITE_BUSY', '55P03', 'ER_LOCK_WAIT_TIMEOUT', '23505'])('is false of %s', (code) => {
    expect(isConflict(withCode(code))).toBe(false);
  });
});

describe('isLate', () => {
  it.each(['55P03', '57014', 'ER_LOCK_WAIT_TIMEOUT', 'ER_QUERY_TIMEOUT'])(
    'is true of %s',
    (code) => {
      expect(isLate(withCode('EWRAPPED', withCode(code)))).toBe(true);
    },
  );

  it('is true of MariaDB’s limit for a statement, which its driver knows by its number alone', () => {
    expect(isLate(Object.assign(new Error('interrupted'), { errno: 1969 }))).toBe(true);
  });

  // Its driver waits for a lock within the call, and nothing else of the process goes on meanwhile.
  it.each(['SQLITE_BUSY', '40P01', '23505'])('is false of %s', (code) => {
    expect(isLate(withCode(code))).toBe(false);
  });
});

describe('isUnreachable', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['a server of PostgreSQL that starts', withCode('57P03')],
    ['a server of MariaDB that stops', withCode('ER_SERVER_SHUTDOWN')],
    ['a lost connection of mysql2', withCode('PROTOCOL_CONNECTION_LOST')],
    ['one of pg', new Error('select "id" from "log" - Connection terminated unexpectedly')],
    [
      'one that ended between two statements',
      new Error('commit; - Client has encountered a connection error and is not queryable'),
    ],
    ['a server that PgBouncer does not reach', withCode('08P01')],
    ['a session of PostgreSQL that rested within a transaction', withCode('25P03')],
    ['a standby of PostgreSQL', withCode('25006')],
    ['a MariaDB that lets itself be read alone', withCode('ER_OPTION_PREVENTS_STATEMENT')],
    ['what was thrown over one', withCode('EWRAPPED', withCode('ECONNRESET'))],
    ['a pool without a free connection', Object.assign(new Error(), { name: 'KnexTimeoutError' })],
  ])('is true of %s', (_, error) => {
    expect(isUnreachable(error)).toBe(true);
  });

  it.each([
    ['a locked SQLite', withCode('SQLITE_BUSY')],
    ['a full disk', withCode('ENOSPC')],
    ['a unique violation', withCode('23505')],
    ['nothing', undefined],
  ])('is false of %s', (_, error) => {
    expect(isUnreachable(error)).toBe(false);
  });
});
