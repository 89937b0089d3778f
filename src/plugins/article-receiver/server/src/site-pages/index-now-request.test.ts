import type { AnnouncementRow } from '../ledger/pages/announcements';
import { askedToWait, indexNowBody, byHost, meaningOf } from './index-now-request';

const row = (url: string): AnnouncementRow => ({
  id: 1,
  url,
  kind: 'present',
  mark: '',
  since: 0,
  readyAt: 0,
  failures: 0,
});

describe('what IndexNow is told', () => {
  it('is told by host, so many addresses at a time', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => row(`https://a.example/${at}`));
    const groups = byHost([row('http://b.example:8080/x'), ...many]);
    expect(groups.map(({ host, rows }) => [host, rows.length])).toEqual([
      ['b.example:8080', 1],
      ['a.example', 1_000],
      ['a.example', 1],
    ]);
  });

  it('names the key and where its file is', () => {
    const [together] = byHost([row('https://a.example/x')]);
    if (!together) throw new Error('nothing to tell');
    const key = 'abcdefgh';
    expect(indexNowBody(together, { key })).toEqual({
      host: 'a.example',
      key,
      keyLocation: 'https://a.example/abcdefgh.txt',
      urlList: ['https://a.example/x'],
    });
    const keyLocation = 'https://a.example/keys/x.txt';
    expect(indexNowBody(together, { key, keyLocation })).toMatchObject({ keyLocation });
    // A key's file is good for its own host alone.
    const other = { key, keyLocation: 'https://b.example/keys/x.txt' };
    expect(indexNowBody(together, other).keyLocation).toBe('https://a.example/abcdefgh.txt');
  });

  it.each([
    [200, 'taken'],
    [202, 'taken'],
    [301, 'again'],
    [400, 'refused'],
    [403, 'refused'],
    [422, 'refused'],
    [429, 'again'],
    [500, 'again'],
  ])('%d: %s', (status, meaning) => {
    expect(meaningOf(status)).toBe(meaning);
  });

  it('waits as long as it is asked to, within reason', () => {
    const now = Date.parse('2026-11-01T12:00:00Z');
    expect(askedToWait('120', now)).toBe(120_000);
    expect(askedToWait('Sun, 01 Nov 2026 12:01:00 GMT', now)).toBe(60_000);
    expect(askedToWait('999999999', now)).toBe(24 * 60 * 60_000);
    expect(askedToWait('soon', now)).toBe(0);
    expect(askedToWait(undefined, now)).toBe(0);
  });
});
