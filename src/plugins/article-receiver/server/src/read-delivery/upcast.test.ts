import fc from 'fast-check';
import { isRecord } from '../../../shared/records';
import { noFindings, tolerate } from './tolerate';
import { upcast, type Upcaster } from './upcast';
import { wireSchema } from './wire';

/**
 * The worked example: suppose that version 2.0 of the feed says so in `version`, calls the time
 * `occurredAt`, and puts the article below `data`, with a list of authors instead of one.
 */
const fromVersion2: Upcaster = (body) => {
  const { version, occurredAt, data, ...rest } = body;
  if (version !== '2.0' || !isRecord(data) || !isRecord(data.article)) return body;
  const { authors, ...article } = data.article;
  const author: unknown = Array.isArray(authors) ? authors.join(', ') : authors;
  return { ...rest, timestamp: occurredAt, article: { ...article, author } };
};

/** Suppose that 3.0 only renamed the field that says the version: it becomes a 2.0. */
const fromVersion3: Upcaster = ({ schema, ...body }) =>
  schema === '3.0'
    ? { ...body, version: '2.0' }
    : schema === undefined
      ? body
      : { ...body, schema };

const article = { id: 'art_1', title: 'Title', slug: 'title' };
const version2 = {
  version: '2.0',
  event: 'article.ready',
  occurredAt: '2027-01-01T00:00:00.000Z',
  data: { article: { ...article, authors: ['Ada', 'Bo'] } },
};
const today = {
  event: 'article.ready',
  timestamp: '2027-01-01T00:00:00.000Z',
  article: { ...article, author: 'Ada, Bo' },
};

describe('upcast', () => {
  it('turns a later shape into the one that the wire schema describes', () => {
    const body = upcast(version2, [fromVersion2]);
    expect(body).toEqual(today);
    const findings = noFindings();
    expect(tolerate(wireSchema, body, findings)).toMatchObject(today);
    expect(findings).toMatchObject({ missing: [], issues: [] });
  });

  it('goes through the shapes from the newest to the oldest', () => {
    const { event, occurredAt, data } = version2;
    const version3 = { schema: '3.0', event, occurredAt, data };
    expect(upcast(version3, [fromVersion3, fromVersion2])).toEqual(today);
    expect(upcast(version2, [fromVersion3, fromVersion2])).toEqual(today);
  });

  it('leaves the shape of today as it is', () => {
    expect(upcast(today, [fromVersion3, fromVersion2])).toEqual(today);
    expect(upcast(today)).toBe(today);
  });

  it('takes anything that a body can hold, and changes nothing in place', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = JSON.stringify(value);
        const result = upcast(value, [fromVersion3, fromVersion2]);
        expect(JSON.stringify(value)).toBe(before);
        if (!isRecord(value)) expect(result).toBe(value);
      }),
    );
  });
});
