import { gzipSync } from 'node:zlib';
import { makeDelivery } from '../support/feed/deliveries';
import { bootSite, type Site } from '../support/site/site';
import { unfinished } from './support/outcome';
import { RawConnection, statuses } from './support/raw-http';

const LIMIT = 65_536;
const MIB = 1024 * 1024;

/** The whole budget is as large as one body: who declares that much has it alone. */
describe('more than fits into memory at once', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: { maxBodyBytes: LIMIT, maxBytesInFlight: LIMIT, bodyTimeoutMs: 2_000 },
    });
    // Koa reports broken connections there.
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await site?.destroy();
  });

  afterEach(async () => {
    expect((await site.deliver(makeDelivery())).status).toBe(202);
    await site.settle();
    expect(await unfinished(site.strapi)).toBe(0);
  });

  /** A sender that declares a body as large as the budget and then takes its time. */
  const slowSender = async () => {
    const connection = await RawConnection.open(site.url);
    const head = [
      `POST ${site.webhookPath} HTTP/1.1`,
      'Host: localhost',
      `Content-Length: ${LIMIT}`,
    ];
    await connection.send(
      [...head, 'Content-Type: application/json', 'Connection: close', '', '{'].join('\r\n'),
    );
    return connection;
  };

  /** The site has taken notice of everything that was sent before. */
  const noticed = () => site.request.get('/_health').expect(204);

  it('waits, and asks to come back later when it takes too long', async () => {
    const [first, second] = [await slowSender(), await slowSender()];
    await noticed();
    const third = await site.deliver(makeDelivery());

    expect(third.status).toBe(503);
    expect(third.headers.get('retry-after')).toMatch(/^\d+$/);
    for (const slow of [first, second]) {
      expect(statuses(await slow.finished())).toEqual([408]);
    }
  });

  it('waits for its turn while another is slow', async () => {
    const slow = await slowSender();
    await noticed();
    const waiting = await site.deliver(makeDelivery());

    expect(statuses(await slow.finished())).toEqual([408]);
    expect(waiting.status).toBe(202);
  });

  it('keeps no room for senders that went away while they waited', async () => {
    const slow = await slowSender();
    const gone = [await slowSender(), await slowSender(), await slowSender()];
    await noticed();
    for (const connection of gone) connection.abort();
    await noticed();
    const next = await site.deliver(makeDelivery());

    expect(next.status).toBe(202);
    await slow.finished();
  });

  it('keeps memory bounded under many senders and bombs', async () => {
    const bomb = gzipSync(Buffer.alloc(100 * MIB), { level: 9 });
    const large = Buffer.alloc(2 * LIMIT, 0x20);
    const before = process.memoryUsage().rss;
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        n % 2 === 0
          ? site.deliver(bomb, { headers: { 'content-encoding': 'gzip' } })
          : site.deliver(large),
      ),
    );

    expect(answers.map(({ status }) => status).filter((status) => status !== 413)).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * MIB);
  });
});
