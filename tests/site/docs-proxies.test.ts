import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { samplesOf } from '../support/docs-samples';
import { freePort } from '../support/servers/free-port';
import { post } from '../support/servers/http';
import { until } from '../support/until';

const codeOf = (kind: Parameters<typeof samplesOf>[0]): string => samplesOf(kind)[0]?.code ?? '';
const where = (program: string) => (spawnSync(program, ['-v']).error ? it.skip : it);

/** Stands for a site: answers 202 with the size of what it was sent. */
async function listenAt(port: number): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
    incoming.on('end', () => outgoing.writeHead(202).end(JSON.stringify({ data: bytes })));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** The status of an answer, which may be a proxy's own. */
async function statusOf(url: string, body: string | Buffer): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  return (await fetch(url, { method: 'POST', headers, body: new Uint8Array(Buffer.from(body)) }))
    .status;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

describe('what stands in front of a site, as the page on the webhook has it', () => {
  let folder: string;
  let proxy: ChildProcess | undefined;
  let site: Server | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'article-receiver-proxy-'));
  });
  afterEach(async () => {
    proxy?.kill();
    if (proxy) await once(proxy, 'exit');
    site?.close();
    [proxy, site] = [undefined, undefined];
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs a program with a file of its configuration, until it listens. */
  async function run(program: string, args: string[], config: string, port: number): Promise<void> {
    await writeFile(join(folder, 'config'), config);
    proxy = spawn(program, args, { cwd: folder, stdio: 'ignore' });
    await until(`${program} to listen`, () => isListening(port));
  }

  where('haproxy')('waits for a site that does not listen yet, whatever is sent', async () => {
    const [front, back] = [await freePort(), await freePort()];
    const config = codeOf('a proxy that waits')
      .replace('bind :80', `bind 127.0.0.1:${front}`)
      .replace('127.0.0.1:1337', `127.0.0.1:${back}`);
    await run('haproxy', ['-f', 'config'], config, front);
    const bodies = ['{}', Buffer.alloc(20_000_000, 32)];
    const sent = bodies.map((body) => post(`http://127.0.0.1:${front}/`, body));
    expect(await Promise.race([...sent, isListening(back)])).toBe(false);
    site = await listenAt(back);
    for (const { status } of await Promise.all(sent)) expect(status).toBe(202);
  });

  /** Runs nginx with a part of its configuration. */
  async function runNginx(http: string, port: number): Promise<void> {
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    const config = `daemon off; error_log ${folder}/errors; pid ${folder}/pid; events {}
http { access_log ${folder}/accesses; ${temporary} ${http} }`;
    await run('nginx', ['-p', folder, '-c', 'config'], config, port);
  }

  where('nginx')('asks another process where one does not listen', async () => {
    const [front, first, second] = [await freePort(), await freePort(), await freePort()];
    const upstream = codeOf('processes behind a proxy')
      .replace(':1337', `:${first}`)
      .replace(':1338', `:${second}`);
    const server = `server { listen 127.0.0.1:${front}; location / { proxy_pass http://strapi; } }`;
    await runNginx(`${upstream} ${server}`, front);
    const send = (body: string) => statusOf(`http://127.0.0.1:${front}/`, body);
    site = await listenAt(second);
    for (const body of ['{"n":1}', '{"n":2}', '{"n":3}']) {
      expect(await send(body)).toBe(202);
    }
    // Started anew one after the other: the first is back, and the second goes.
    site.close();
    site = await listenAt(first);
    for (const body of ['{"n":4}', '{"n":5}']) expect(await send(body)).toBe(202);
  });

  where('nginx')('has the token in none of its logs, whatever becomes of a delivery', async () => {
    const [front, back] = [await freePort(), await freePort()];
    const [location = ''] = samplesOf('a proxy').map(({ code }) => code);
    const ours = location.replace('127.0.0.1:1337', `127.0.0.1:${back}`);
    await runNginx(`server { listen 127.0.0.1:${front}; ${ours} }`, front);
    const address = (token: string) =>
      `http://127.0.0.1:${front}/api/article-receiver/webhook/${token}`;
    expect(await statusOf(address('while-nobody-listens'), '{}')).toBe(502);
    expect(await statusOf(address('too-large'), Buffer.alloc(40_000_000, 32))).toBe(413);
    site = await listenAt(back);
    expect(await statusOf(address('taken'), '{}')).toBe(202);
    for (const log of ['accesses', 'errors']) {
      const written = await readFile(join(folder, log), 'utf8');
      expect(written).not.toMatch(/while-nobody-listens|too-large|taken/);
    }
  });

  it('names the port that Strapi listens at, unless somebody changed that', () => {
    expect(codeOf('a proxy that waits')).toContain('server strapi 127.0.0.1:1337\n');
    expect(codeOf('processes behind a proxy')).toContain('  server 127.0.0.1:1337 max_fails=0;\n');
  });
});
