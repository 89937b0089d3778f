import { makeDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';
import { unfinished } from './support/outcome';
import { logLines } from './support/log-lines';
import { exchange, RawConnection, statuses } from './support/raw-http';

const CRLF = '\r\n';

describe('the edge, spoken to without a client', () => {
  let site: Site;
  let lines: string[];

  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { maxBodyBytes: 65_536, bodyTimeoutMs: 2_000 } });
    lines = logLines(site.strapi);
    // Koa reports broken connections there.
    jest.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await site?.destroy();
  });

  afterEach(async () => {
    expect((await site.deliver(makeDelivery())).status).toBe(202);
    await site.settle();
    expect(await unfinished(site.strapi)).toBe(0);
    // Each test answers for its own lines.
    expect(lines.splice(0).filter((line) => line.includes(site.token))).toEqual([]);
  });

  const body = () => JSON.stringify(makeDelivery());

  const head = (headers: string[], line = `POST ${site.webhookPath} HTTP/1.1`) =>
    [line, 'Host: localhost', 'Content-Type: application/json', ...headers, '', ''].join(CRLF);

  /** A whole request; `Content-Length` is right unless it is given. */
  const request = (text: string, headers: string[] = [], line?: string) =>
    head([`Content-Length: ${Buffer.byteLength(text)}`, ...headers], line) + text;

  it('logs requests at all, so that a missing token means something', async () => {
    await exchange(site.url, request(body(), ['Connection: close']));
    expect(lines.filter((line) => line.includes('/webhook/-'))).not.toEqual([]);
  });

  describe('refuses', () => {
    it.each([
      ['no HTTP', 'hello\r\n\r\n'],
      ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
      ['a request line without a version', 'POST TOKEN_PATH\r\n\r\n'],
      ['another version', 'POST TOKEN_PATH HTTP/9.9\r\nHost: x\r\n\r\n'],
      ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
      ['a method that is none', 'P0ST\x01 TOKEN_PATH HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a space in the address', 'POST TOKEN_PATH more HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a NUL in the address', 'POST TOKEN_PATH\0 HTTP/1.1\r\nHost: x\r\n\r\n'],
      ['a header without a name', 'POST TOKEN_PATH HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n'],
      ['a header on two lines', 'POST TOKEN_PATH HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n'],
      [
        'two lengths',
        'POST TOKEN_PATH HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      ],
      ['a negative length', 'POST TOKEN_PATH HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n{}'],
      [
        'a length in letters',
        'POST TOKEN_PATH HTTP/1.1\r\nHost: x\r\nContent-Length: 0x2\r\n\r\n{}',
      ],
      [
        'a length beside chunks',
        'POST TOKEN_PATH HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      ],
      [
        'an unknown transfer encoding',
        'POST TOKEN_PATH HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n{}',
      ],
      [
        'headers without end',
        `POST TOKEN_PATH HTTP/1.1\r\nHost: x\r\n${'A: bbbbbbbb\r\n'.repeat(9_000)}\r\n`,
      ],
    ])('%s', async (_, text) => {
      const received = await exchange(site.url, text.replaceAll('TOKEN_PATH', site.webhookPath));
      expect(statuses(received).every((status) => status >= 400)).toBe(true);
      expect(received).not.toContain(site.token);
    });

    it.each([
      ['a chunk size that is none', 'zz\r\n{}\r\n0\r\n\r\n'],
      ['a chunk longer than it says', '2\r\n{}{}\r\n0\r\n\r\n'],
      ['a gigantic chunk size', 'ffffffffffffffff\r\n{}\r\n'],
      ['chunks that never end', '2\r\n{}\r\n'],
    ])('%s, and keeps nothing of it', async (_, chunks) => {
      const received = await exchange(site.url, head(['Transfer-Encoding: chunked']) + chunks);
      expect(statuses(received).every((status) => status >= 400)).toBe(true);
    });
  });

  it('takes a request in pieces of any size', async () => {
    const connection = await RawConnection.open(site.url);
    const text = request(body(), ['Connection: close']);
    for (let at = 0; at < text.length; at += 97) await connection.send(text.slice(at, at + 97));
    expect(statuses(await connection.finished())).toEqual([202]);
  });

  it('takes chunks, and refuses too many of them', async () => {
    const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}${CRLF}${text}${CRLF}`;
    const chunked = head(['Transfer-Encoding: chunked', 'Connection: close']);
    const fine = await exchange(site.url, `${chunked}${chunk(body())}0${CRLF}${CRLF}`);
    expect(statuses(fine)).toEqual([202]);

    const large = chunk(' '.repeat(8_192)).repeat(9);
    const refused = await exchange(site.url, `${chunked}${large}0${CRLF}${CRLF}`);
    expect(statuses(refused)).toEqual([413]);
    expect(refused).toContain('65536');
  });

  it('answers 100 before the body and then the delivery', async () => {
    const connection = await RawConnection.open(site.url);
    const text = body();
    const length = `Content-Length: ${Buffer.byteLength(text)}`;
    await connection.send(head([length, 'Expect: 100-continue', 'Connection: close']));
    await connection.until('100 Continue');
    await connection.send(text);
    expect(statuses(await connection.finished())).toEqual([100, 202]);
  });

  it('invites no body that it does not want, and those of other routes as before', async () => {
    const waiting = (line: string | undefined, ...headers: string[]) =>
      exchange(site.url, head([...headers, 'Expect: 100-continue', 'Connection: close'], line));
    const stranger = `POST /api/article-receiver/webhook/${'0'.repeat(40)} HTTP/1.1`;
    expect(statuses(await waiting(stranger, 'Content-Length: 9'))).toEqual([401]);
    expect(statuses(await waiting(undefined, 'Content-Length: 65537'))).toEqual([413]);
    // Before HTTP/1.1 there was no invitation, and nobody would understand it (RFC 9110, 10.1.1).
    const old = request(body(), ['Expect: 100-continue'], `POST ${site.webhookPath} HTTP/1.0`);
    expect(statuses(await exchange(site.url, old))).toEqual([202]);
    const elsewhere = await waiting('POST /api/nowhere HTTP/1.1', 'Content-Length: 0');
    expect(statuses(elsewhere)).toEqual([100, 405]);
  });

  it('reads the next request after a body that it refused', async () => {
    const stranger = `POST /api/article-receiver/webhook/${'0'.repeat(40)} HTTP/1.1`;
    const refused = request('x'.repeat(50_000), [], stranger);
    const good = request(body(), ['Connection: close']);
    expect(statuses(await exchange(site.url, refused + good))).toEqual([401, 202]);
  });

  it('answers requests that were sent all at once', async () => {
    const all = [request(body()), request('{'), request(body(), ['Connection: close'])];
    expect(statuses(await exchange(site.url, all.join('')))).toEqual([202, 400, 202]);
  });

  it('survives senders that go away at any point', async () => {
    const text = request(body());
    for (let tenth = 0; tenth <= 10; tenth += 1) {
      const connection = await RawConnection.open(site.url);
      await connection.send(text.slice(0, (text.length * tenth) / 10));
      connection.abort();
      await connection.finished();
    }
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'])('allows no %s', async (method) => {
    const line = `${method} ${site.webhookPath} HTTP/1.1`;
    const received = await exchange(site.url, request('', ['Connection: close'], line));
    expect(statuses(received)).toEqual([405]);
    expect(received).toMatch(/^allow: POST\r$/im);
  });

  /** What is not the webhook's address gets Strapi's answer for a POST to nowhere: 405. */
  describe('keeps the token to itself at the address', () => {
    it.each([
      ['/api/article-receiver//webhook/TOKEN', 405],
      ['//api/article-receiver/webhook/TOKEN', 405],
      ['/api/article-receiver/webhook//TOKEN', 405],
      ['/api/article-receiver/webhook/-/TOKEN', 405],
      ['/api/article-receiver/webhook/TOKEN/TOKEN', 405],
      ['/api/article-receiver/webhook/TOKEN?token=TOKEN', 202],
      ['/api/article-receiver/webhook?token=TOKEN', 401],
      ['/api/article-receiver/webhook/TOKEN/', 202],
      ['/api/article-receiver/webhook/TOKEN#x', 202],
      ['/api/article-receiver/webhook/TOKENTOKEN', 401],
      ['/api/article-receiver/webhook/%00TOKEN', 401],
      ['/api/article-receiver/webhook/TOKEN%', 401],
      ['/api/article-receiver/webhook/%E0%A4%ATOKEN', 401],
      ['/api/article-receiver/webhook%2FTOKEN', 405],
      ['/api/article-receiver/webhook%252FTOKEN', 405],
      ['/api/article-receiver/webhook%5CTOKEN', 405],
      ['/api/article-receiver/%77ebhook/TOKEN', 405],
      ['/api/./article-receiver/webhook/TOKEN', 405],
      ['/api/x/../article-receiver/webhook/TOKEN', 405],
      ['/api/article-receiver/webhooks/TOKEN', 405],
      ['/api/article-receiver/webhook;a=b/TOKEN', 405],
      ['http://localhost/api/article-receiver/webhook/TOKEN', 202],
      [`/api/article-receiver/webhook/${'x'.repeat(8_000)}TOKEN`, 401],
    ])('%s', async (address, status) => {
      const path = address.replaceAll('TOKEN', site.token);
      const received = await exchange(
        site.url,
        request(body(), ['Connection: close'], `POST ${path} HTTP/1.1`),
      );
      expect(statuses(received)).toEqual([status]);
      expect(received).not.toContain(site.token);
    });
  });

  it('survives any address', async () => {
    for (const address of [
      '*',
      'http://',
      '//',
      '/%',
      '/\\',
      '?',
      '/api/%c0%ae%c0%ae/',
      'x:y',
      '.',
    ]) {
      const line = `POST ${address} HTTP/1.1`;
      const received = await exchange(site.url, request('{}', ['Connection: close'], line));
      expect([address, statuses(received)[0]]).toEqual([address, expect.any(Number)]);
      expect(statuses(received)[0]).toBeGreaterThanOrEqual(400);
    }
  });
});
