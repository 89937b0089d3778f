import { isConflict, isTransient } from './transient';

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
