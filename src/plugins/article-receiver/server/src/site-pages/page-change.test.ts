import fc from 'fast-check';
import { pageChange, type KnownPage, type PublishedPage } from './page-change';

const SINCE = 1_000;
const at = (path: string, version = '1', publishedAt = SINCE + 1): PublishedPage => ({
  url: `https://blog.example.org/${path}`,
  version,
  publishedAt,
});
const known = (path: string, version = '1'): KnownPage => ({ url: at(path).url, version });
const told = (before: KnownPage | null, now: PublishedPage | null) =>
  pageChange(before, now, SINCE)?.announce.map(
    ({ url, kind }) => `${kind} ${new URL(url).pathname}`,
  );

describe('what it comes to that an article is published somewhere', () => {
  it.each<[string, KnownPage | null, PublishedPage | null, string[] | undefined]>([
    ['published', null, at('a'), ['present /a']],
    ['published again', known('a'), at('a', '2'), ['present /a']],
    ['moved', known('a'), at('b', '2'), ['gone /a', 'present /b']],
    ['taken offline', known('a'), null, ['gone /a']],
    ['online again', { url: null, version: null }, at('a', '2'), ['present /a']],
    ['not published', null, null, undefined],
    ['offline as before', { url: null, version: null }, null, undefined],
    ['as it was', known('a'), at('a'), undefined],
    ['there before anybody asked', null, at('a', '1', SINCE - 1), []],
  ])('%s', (_, before, now, announced) => {
    expect(told(before, now)).toEqual(announced);
  });

  it('leaves a former host alone, whose key nobody has', () => {
    const now = { ...at('a', '2'), url: 'https://new.example.org/a' };
    expect(told(known('a'), now)).toEqual(['present /a']);
    expect(pageChange(known('a'), now, SINCE)?.left).toBe(at('a').url);
    expect(pageChange(known('a'), at('b', '2'), SINCE)?.left).toBeNull();
    expect(pageChange(known('a'), null, SINCE)?.left).toBeNull();
  });

  it('is nothing any more once it was written down', () => {
    const path = fc.constantFrom('a', 'b', 'c');
    const version = fc.constantFrom('1', '2');
    const page = fc.option(fc.tuple(path, version, fc.constantFrom(0, SINCE + 1)));
    fc.assert(
      fc.property(fc.option(fc.tuple(path, version)), page, (before, now) => {
        const published = now && at(...now);
        const change = pageChange(before && known(...before), published, SINCE);
        if (change) expect(pageChange(change.page, published, SINCE)).toBeNull();
      }),
    );
  });
});
