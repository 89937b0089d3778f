import type { LookupAddress } from 'node:dns';
import {
  fetchImage,
  type FetchRules,
} from '../../src/plugins/article-receiver/server/src/images/fetch-image';
import { hostTest } from '../../src/plugins/article-receiver/server/src/images/fetch-url';
import { startImageHost, trustImageHost, type ImageHost } from '../support/servers/image-host';

const BYTES = Buffer.from('the bytes of an image');
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };
const METADATA: LookupAddress = { address: '169.254.169.254', family: 4 };

/** What came of a fetch of which nothing did. @param why in words; @param fault for the admin's words. */
const failed = (fault: string, why: unknown) => ({
  ok: false,
  why: expect.objectContaining({ fault, why }) as object,
});

describe('fetching an image', () => {
  let host: ImageHost;
  let distrust: () => void;

  beforeAll(async () => {
    distrust = trustImageHost();
    host = await startImageHost();
    host.serve('/image', BYTES);
  });
  afterAll(async () => {
    distrust();
    await host.close();
  });

  /** Gives one answer after the other, and the last one from then on. */
  const resolver = (...answers: LookupAddress[]) => {
    const calls: string[] = [];
    const resolve: FetchRules['resolve'] = (name, _options, callback) => {
      const answer = answers[Math.min(calls.length, answers.length - 1)] ?? LOOPBACK;
      calls.push(name);
      callback(null, [answer]);
    };
    return { calls, resolve };
  };

  const rules = (changes: Partial<FetchRules> = {}): FetchRules => ({
    isHostAllowed: hostTest([host.host, `cdn.example.com:${host.port}`]),
    isAddressAllowed: (address) => address === '127.0.0.1',
    maxBytes: 100,
    signal: AbortSignal.timeout(20_000),
    resolve: resolver(LOOPBACK).resolve,
    ...changes,
  });

  const redirect = (path: string, location: string, status = 302) =>
    host.answer(path, (_request, response) => response.writeHead(status, { location }).end());

  it('gives the bytes, and sends nothing but what an image needs', async () => {
    host.asked.length = 0;
    expect(await fetchImage(host.url('/image'), rules())).toEqual({ ok: true, bytes: BYTES });
    expect(host.asked).toHaveLength(1);
    expect(Object.keys(host.asked[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
  });

  it('does not ask a host that is not listed, nor an address that is not public', async () => {
    host.asked.length = 0;
    const unlisted = rules({ isHostAllowed: hostTest(['cdn.example.com']) });
    const literal = rules({
      isHostAllowed: hostTest([`127.0.0.1:${host.port}`]),
      isAddressAllowed: () => false,
    });
    expect(await fetchImage(host.url('/image'), unlisted)).toMatchObject({ ok: false });
    expect(await fetchImage(`https://127.0.0.1:${host.port}/image`, literal)).toEqual(
      failed('notPublic', `127.0.0.1:${host.port} is not a public address`),
    );
    expect(host.asked).toEqual([]);
  });

  it('connects to the address that was checked, whatever the next look-up would say', async () => {
    const rebinding = resolver(LOOPBACK, METADATA);
    const fetched = await fetchImage(host.url('/image'), rules({ resolve: rebinding.resolve }));
    expect(fetched).toEqual({ ok: true, bytes: BYTES });
    expect(rebinding.calls).toEqual(['localhost']);
  });

  it('checks the address again at each redirect', async () => {
    redirect('/moved', '/image');
    const rebinding = resolver(LOOPBACK, METADATA);
    const fetched = await fetchImage(host.url('/moved'), rules({ resolve: rebinding.resolve }));
    expect(fetched).toEqual(failed('notPublic', 'localhost has an address that is not public'));
    expect(rebinding.calls).toEqual(['localhost', 'localhost']);
  });

  it.each([301, 302, 303, 307, 308])('follows a %s within the host', async (status) => {
    redirect('/moved', '/image', status);
    expect(await fetchImage(host.url('/moved'), rules())).toEqual({ ok: true, bytes: BYTES });
  });

  it('follows three redirects, and no fourth', async () => {
    redirect('/1', '/image');
    redirect('/2', '/1');
    redirect('/3', '/2');
    redirect('/4', '/3');
    expect(await fetchImage(host.url('/3'), rules())).toEqual({ ok: true, bytes: BYTES });
    expect(await fetchImage(host.url('/4'), rules())).toEqual(
      failed('leadsOn', 'it leads on too many times'),
    );
  });

  it.each([
    ['another host, though it is listed', () => `https://cdn.example.com:${host.port}/image`],
    ['a host that is not listed', () => 'https://evil.example/image'],
    ['plain http', () => `http://localhost:${host.port}/image`],
    ['another port', () => 'https://localhost/image'],
    ['a file', () => 'file:///etc/passwd'],
    ['somewhere that is no address', () => 'https://['],
  ])('does not follow a redirect to %s', async (_where, location) => {
    redirect('/away', location());
    host.asked.length = 0;
    const fetched = await fetchImage(host.url('/away'), rules());
    expect(fetched).toEqual(failed('leadsAway', expect.stringContaining('it leads')));
    expect(host.asked.map(({ path }) => path)).toEqual(['/away']);
  });

  it('takes no more than the limit, declared or not', async () => {
    host.serve('/large', Buffer.alloc(101));
    host.answer('/undeclared', (_request, response) => {
      response.write(Buffer.alloc(50));
      response.end(Buffer.alloc(51));
    });
    host.answer('/endless', (_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', write);
      write();
    });
    const large = failed('tooLarge', expect.stringContaining('100 bytes'));
    expect(await fetchImage(host.url('/large'), rules())).toEqual(large);
    expect(await fetchImage(host.url('/undeclared'), rules())).toEqual(large);
    expect(await fetchImage(host.url('/endless'), rules())).toEqual(large);
    host.serve('/exact', Buffer.alloc(100));
    expect(await fetchImage(host.url('/exact'), rules())).toMatchObject({ ok: true });
  });

  it('ends when its time is over, before and after the answer began', async () => {
    host.answer('/silent', () => undefined);
    host.answer('/stalled', (_request, response) => void response.write('x'));
    for (const path of ['/silent', '/stalled']) {
      const signal = AbortSignal.timeout(200);
      const fetched = await fetchImage(host.url(path), rules({ signal }));
      expect(fetched).toEqual(failed('slow', expect.stringContaining('too long')));
    }
  });

  it.each([500, 404, 206, 204, 304])('takes a %s for no image', async (code) => {
    host.answer('/odd', (_request, response) => response.writeHead(code).end());
    const fetched = await fetchImage(host.url('/odd'), rules());
    expect(fetched).toEqual(failed('status', `the host answered ${code}`));
  });

  it('takes no answer in an encoding that it did not ask for', async () => {
    host.answer('/gzip', (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(BYTES),
    );
    expect(await fetchImage(host.url('/gzip'), rules())).toMatchObject({ ok: false });
  });

  it('says so when the answer breaks off, or the name is unknown', async () => {
    host.answer('/broken', (_request, response) => {
      response.writeHead(200, { 'content-length': '50' });
      response.write('half', () => response.destroy());
    });
    const unknown: FetchRules['resolve'] = (_name, _options, callback) =>
      callback(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), []);
    const broken = failed('noConnection', expect.stringContaining('the connection failed'));
    expect(await fetchImage(host.url('/broken'), rules())).toEqual(broken);
    expect(await fetchImage(host.url('/image'), rules({ resolve: unknown }))).toEqual(
      failed('noConnection', 'the connection failed (ENOTFOUND)'),
    );
  });

  it('does not talk to a host whose certificate nobody vouches for', async () => {
    distrust();
    const fetched = await fetchImage(host.url('/image'), rules());
    distrust = trustImageHost();
    expect(fetched).toEqual(failed('noConnection', expect.stringContaining('SELF_SIGNED')));
  });
});
