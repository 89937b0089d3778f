import { parseOptions } from './options';

<<<<<<< HEAD
describe('parseOptions', () => {
  it('fills in the defaults of the contract', () => {
    expect(parseOptions(undefined)).toMatchObject({
      maxBodyBytes: 32 * 1024 * 1024,
      publishOnReady: false,
      statusMap: {},
      editorEdits: 'keep',
      html: 'escape',
      runner: 'embedded',
    });
  });

  it('fills in the rest of a group that is set in part', () => {
    const { images, retry } = parseOptions({ images: { folder: 'Press' }, retry: { attempts: 3 } });
    expect(images).toEqual({ ...parseOptions({}).images, folder: 'Press' });
    expect(retry).toEqual({ ...parseOptions({}).retry, attempts: 3 });
  });

  it.each([
    ['an unknown option', { publishOnRedy: true }, 'publishOnRedy'],
    ['an unknown option in a group', { images: { maxByte: 1 } }, '"images"'],
    ['a wrong type', { publishOnReady: 'yes' }, '"publishOnReady"'],
    ['an effect that there is not', { statusMap: { live: 'show' } }, '"statusMap.live"'],
    ['a limit out of range', { maxBodyBytes: 0 }, '"maxBodyBytes"'],
    ['a delay beyond what a timer takes', { bodyTimeoutMs: 2 ** 31 }, '"bodyTimeoutMs"'],
    ['an empty folder', { images: { folder: ' ' } }, '"images.folder"'],
    ['something else than options', 'none', 'the configuration'],
  ])('refuses %s and names it', (_, config, named) => {
    expect(() => parseOptions(config)).toThrow(named);
  });

  it('names every wrong option at once', () => {
    expect(() => parseOptions({ html: 'maybe', editorEdits: 'lose' })).toThrow(
      /"editorEdits".*;.*"html"|"html".*;.*"editorEdits"/,
    );
=======
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
>>>>>>> edge
  });
});
