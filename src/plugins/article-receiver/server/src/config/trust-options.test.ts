import { parseOptions } from './options';

describe('options of trust', () => {
  it('take in everything and fetch nothing by default', () => {
    const options = parseOptions({});
    expect(options.accept).toEqual({ pin: 'none' });
    expect(options).not.toHaveProperty('allowFrom');
    expect(options).not.toHaveProperty('rateLimit');
    expect(options.images).not.toHaveProperty('fetchFrom');
    expect(options.tokenOverlapMs).toBe(48 * 3_600_000);
  });

  it.each([
    [{ accept: { orgIds: [] } }, 'accept.orgIds'],
    [{ accept: { orgIds: ['org_1'], pin: 'first-use' } }, 'accept.pin'],
    [{ accept: { pin: 'always' } }, 'accept.pin'],
    [{ allowFrom: [] }, 'allowFrom'],
    [{ allowFrom: ['203.0.113.0/24', 'office'] }, 'allowFrom.1'],
    [{ rateLimit: { perMinute: 0 } }, 'rateLimit.perMinute'],
    [{ images: { fetchFrom: ['https://cdn.example.com/'] } }, 'images.fetchFrom.0'],
    [{ images: { fetchFrom: ['*'] } }, 'images.fetchFrom.0'],
    [{ images: { fetchFrom: ['cdn.*.com'] } }, 'images.fetchFrom.0'],
    [{ images: { fetchFromPrivate: ['localhost'] } }, 'images.fetchFromPrivate.0'],
  ])('refuse %j and name it', (config, path) => {
    expect(() => parseOptions(config)).toThrow(`"${path}"`);
  });

  it('take hosts with a wildcard or a port', () => {
    const fetchFrom = ['cdn.example.com', '*.example.com', 'cdn.example.com:8443'];
    expect(parseOptions({ images: { fetchFrom } }).images.fetchFrom).toEqual(fetchFrom);
  });
});
