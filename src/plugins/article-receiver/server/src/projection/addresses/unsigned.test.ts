import fc from 'fast-check';
import { unsigned } from './unsigned';

const FILE = 'https://cdn.example.com/articles/hero.jpg';

describe('an address without its signature', () => {
  it.each([
    [
      'AWS',
      'X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=a%2F20261125&X-Amz-Date=20261125T000000Z&X-Amz-Expires=900&X-Amz-SignedHeaders=host&X-Amz-Signature=0a',
    ],
    ['Google', 'X-Goog-Algorithm=GOOG4-RSA-SHA256&X-Goog-Expires=900&X-Goog-Signature=0a'],
    ['CloudFront', 'Expires=1767225600&Signature=a~b_c&Key-Pair-Id=K1'],
    ['CloudFront with a policy', 'Policy=eyJ9&Signature=a~b_c&Key-Pair-Id=K1'],
    ['the older way of S3', 'AWSAccessKeyId=A&Expires=1767225600&Signature=a%3D'],
    ['Azure', 'sv=2024-11-04&st=2026-11-25T00%3A00Z&se=2026-11-26T00%3A00Z&sr=b&sp=r&sig=a%3D'],
  ])('is the file’s, of %s', (_of, query) => {
    expect(unsigned(`${FILE}?${query}`)).toBe(FILE);
    expect(unsigned(`${FILE}?v=3&${query}&size=large#top`)).toBe(`${FILE}?v=3&size=large#top`);
  });

  it.each([
    FILE,
    `${FILE}?v=3`,
    `${FILE}?expires=never&policy=open`,
    `${FILE}?sv=1&sp=2`,
    `${FILE}?`,
    `${FILE}#?sig=1`,
    '',
    '?&=#',
  ])('is %s as it stands, which nothing signs', (address) => {
    expect(unsigned(address)).toBe(address);
  });

  it('stays the same when it is taken again, whatever was delivered', () => {
    const part = fc.constantFrom('?', '&', '#', '=', 'sig', 'Signature=', 'x-amz-signature', 'v=1');
    fc.assert(
      fc.property(fc.array(fc.oneof(part, fc.string())), (parts) => {
        const once = unsigned(parts.join(''));
        expect(unsigned(once)).toBe(once);
      }),
      { examples: [[['?', 'Signature=', '&', '?', 'x-amz-signature']]] },
    );
  });
});
