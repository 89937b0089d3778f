import { parseOptions } from './options';

const articleUrl = 'https://blog.example.org/{slug}';
const key = 'abcd-1234-EFGH';

describe('options of pages', () => {
  it('are off by default', () => {
    const { checks, indexNow } = parseOptions({});
    expect(checks.enabled).toBe(false);
    expect(indexNow).toEqual({ endpoint: 'https://api.indexnow.org/indexnow' });
  });

  it.each([
    [{ checks: { enabled: true } }, 'checks.enabled'],
    [{ articleUrl, checks: { parts: ['headline'] } }, 'checks.parts.0'],
    [{ articleUrl, checks: { privateRanges: ['localhost'] } }, 'checks.privateRanges.0'],
    [{ articleUrl, checks: { withinMs: -1 } }, 'checks.withinMs'],
    [{ indexNow: { key } }, 'indexNow.key'],
    [{ articleUrl, indexNow: { key: 'short' } }, 'indexNow.key'],
    [{ articleUrl, indexNow: { key: 'with_underscores' } }, 'indexNow.key'],
    [{ articleUrl, indexNow: { key: 'x'.repeat(129) } }, 'indexNow.key'],
    [{ articleUrl, indexNow: { key, endpoint: 'http://api.indexnow.org' } }, 'indexNow.endpoint'],
    [{ articleUrl, indexNow: { key, endpoint: 'https://me:pw@x.example' } }, 'indexNow.endpoint'],
    [
      { articleUrl, indexNow: { key, keyLocation: 'https://other.example/k.txt' } },
      'indexNow.keyLocation',
    ],
    [
      { articleUrl, indexNow: { keyLocation: 'https://blog.example.org/k.txt' } },
      'indexNow.keyLocation',
    ],
  ])('refuse %j and name it', (config, path) => {
    expect(() => parseOptions(config)).toThrow(`"${path}"`);
  });

  it('go with any way to say where articles are', () => {
    const keyLocation = 'https://blog.example.org/keys/k.txt';
    const checks = { enabled: true };
    const all = { checks, indexNow: { key, keyLocation } };
    expect(parseOptions({ ...all, articleUrl }).indexNow.key).toBe(key);
    expect(parseOptions({ ...all, llmsTxt: { articleUrl } }).checks.enabled).toBe(true);
    const none = () => null;
    expect(parseOptions({ ...all, articleUrl: none }).indexNow.keyLocation).toBe(keyLocation);
  });
});
