import { explain, faultReason, isForPeople } from './explain';

const fault = (message: string, properties: object = {}) =>
  Object.assign(new Error(message), properties);

describe('explain', () => {
  it.each([
    ['ENOSPC', 'The disk or the storage is full.'],
    ['ENOENT', 'A file or folder that the site needs is not there.'],
    ['SQLITE_BUSY', 'Another program is using the database.'],
    ['ECONNREFUSED', 'A service that the site needs does not answer.'],
  ])('puts %s into plain words, and says what it was', (code, words) => {
    expect(explain(fault('the original', { code }))).toBe(`${words} (the original)`);
  });

  it.each([
    [
      'insert into `a` (`b`) values (?) - UNIQUE constraint failed: a.b',
      'UNIQUE constraint failed: a.b',
    ],
    ['COMMIT; - database is locked', 'database is locked'],
    ['select "x - y" from "z" - no such table: z', 'no such table: z'],
  ])('leaves out the SQL of %j', (message, words) => {
    expect(explain(fault(message))).toBe(words);
  });

  it('says what is wrong with each address of a host that has several', () => {
    const each = ['::1', '127.0.0.1'].map((at) => fault(`connect ECONNREFUSED ${at}:5432`));
    const error = Object.assign(new AggregateError(each), { code: 'ECONNREFUSED' });
    expect(explain(error)).toBe(
      'A service that the site needs does not answer. (connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432)',
    );
  });

  it('leaves a hyphen in an ordinary sentence alone', () => {
    expect(explain(fault('the bucket - in Frankfurt - is closed'))).toBe(
      'the bucket - in Frankfurt - is closed',
    );
  });

  it('says that the site refused what its validation refuses', () => {
    const error = fault('title must be at most 20 characters', { name: 'ValidationError' });
    expect(explain(error)).toBe(
      'The site refused the content. (title must be at most 20 characters)',
    );
    expect(isForPeople(error)).toBe(true);
  });

  it('tells editors which fields, and not in the words of a validator', () => {
    const details = { errors: [{ path: ['seo', 'metaTitle'] }, { path: ['title'] }] };
    const error = fault('2 errors occurred', { name: 'ValidationError', details });
    expect(faultReason(error)).toEqual({
      code: 'siteRefused',
      values: { fields: ['seo.metaTitle', 'title'] },
    });
  });

  it.each([
    [
      "ENOENT: no such file or directory, open '/srv/site/public/uploads/a.png'",
      'ENOENT: no such file or directory, open',
    ],
    ['cannot write /srv/site/x.png now', 'cannot write  now'],
    ['C:\\site\\public\\a.png is locked', 'is locked'],
    [
      'https://cdn.example.com/a/b.png answered 404',
      'https://cdn.example.com/a/b.png answered 404',
    ],
  ])('tells editors no path of the server: %s', (message, text) => {
    expect(faultReason(fault(message))).toEqual({ code: 'asWorded', values: { text } });
  });

  it('keeps to a length that a table can show', () => {
    expect(explain(fault('x'.repeat(5_000)))).toHaveLength(1_000);
    expect(explain('x'.repeat(5_000))).toHaveLength(1_000);
    expect(explain(`${'x'.repeat(999)}📦`)).toBe('x'.repeat(999));
  });

  it('has words for an error without any, and for what is no error', () => {
    expect(explain(fault(''))).toBe('Error');
    expect(explain('gone')).toBe('gone');
    expect(isForPeople('gone')).toBe(false);
    expect(explain({ code: 'ENOSPC', message: 'no room' })).toBe(
      'The disk or the storage is full. (no room)',
    );
    expect(faultReason('cannot write /srv/site/x.png').values).toEqual({ text: 'cannot write' });
  });
});
