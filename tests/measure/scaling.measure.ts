import { Balancer } from '../support/servers/balancer';
import { databaseEnvironment, databaseKind } from '../support/databases/database';
import { serverOf } from '../support/databases/database-server';
import { makeDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { ProcessSite } from '../support/site/process-site';
import { RedisServer } from '../support/servers/redis-server';
import { until } from '../support/until';

/**
 * Measures a burst on several processes: `npm run measure:scaling`, with TEST_DATABASE=postgres or
 * mysql. docs/scaling.md has the figures. Nothing here passes or fails.
 */
const DELIVERIES = Number(process.env.MEASURE_DELIVERIES ?? 300);
const SENDERS = 8;
const PROCESSES = [1, 3];

/** A published article with 1,500 words and a photo-like hero of some 100 KB. */
async function delivery(n: number): Promise<WireDelivery> {
  const color = `#${(0x100000 + n * 257).toString(16).slice(0, 6)}`;
  const hero = await makeImage({ format: 'jpeg', width: 1200, height: 800, color });
  return makeDelivery({
    event: 'article.status_changed',
    article: {
      status: 'published',
      heroImageUrl: hero.url,
      images: [hero],
      content: `# Article ${n}\n\n![hero](${hero.url})\n\n${'Water first, then coffee. '.repeat(375)}`,
    },
  });
}

async function databaseFacts(directory: string) {
  const kind = databaseKind();
  if (kind === 'sqlite') throw new Error('TEST_DATABASE has to be postgres or mysql');
  const name = databaseEnvironment(directory).DATABASE_NAME ?? '';
  const [connections, bytes] =
    kind === 'postgres'
      ? [
          `select count(*) as n from pg_stat_activity where datname = '${name}'`,
          `select sum(pg_total_relation_size(oid)) as n from pg_class where relkind = 'r' and relname in ('article_receiver_log', 'article_receiver_blobs', 'article_receiver_deliveries')`,
        ]
      : [
          `select count(*) as n from information_schema.processlist where db = '${name}'`,
          `select sum(data_length + index_length) as n from information_schema.tables where table_schema = '${name}' and table_name in ('article_receiver_log', 'article_receiver_blobs', 'article_receiver_deliveries')`,
        ];
  const ask = async (sql: string) => Number((await serverOf(kind).ask(sql, [], name))[0]?.n);
  return { connections: await ask(connections), logBytes: await ask(bytes) };
}

async function measure(runner: 'embedded' | 'bullmq', processes: number): Promise<string> {
  const redis = runner === 'bullmq' ? await RedisServer.start() : null;
  const first = await ProcessSite.create({ overlay: { plugin: { runner } } });
  const sites = [first];
  const env = redis ? { REDIS_URL: redis.url } : undefined;
  await first.startWell(env);
  while (sites.length < processes) sites.push(await (await first.instance()).startWell(env));
  const balancer = await Balancer.start(sites.map(({ url }) => url));
  try {
    const bodies = await Promise.all(Array.from({ length: DELIVERIES }, (_, n) => delivery(n)));
    await first.client.status();
    const sentBytes = bodies.reduce((sum, body) => sum + JSON.stringify(body).length, 0);
    const started = Date.now();
    const sender = async () => {
      for (let next = bodies.pop(); next; next = bodies.pop()) {
        const body = next;
        await until(
          'an answer',
          async () => (await first.deliver(body, balancer.url))?.status === 202,
        );
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
    const taken = (Date.now() - started) / 1_000;
    await until(
      'the work to be done',
      async () => (await first.client.status()).counts.applied === DELIVERIES,
      20 * 60_000,
    );
    const done = (Date.now() - started) / 1_000;
    const { connections, logBytes } = await databaseFacts(first.directory);
    const kib = (bytes: number) => Math.round(bytes / DELIVERIES / 1_024);
    return [
      `${runner}, ${processes} process${processes > 1 ? 'es' : ''}`,
      `taken in at ${(DELIVERIES / taken).toFixed(1)}/s`,
      `done at ${(DELIVERIES / done).toFixed(1)}/s`,
      `${Math.round((DELIVERIES / done) * 86_400)} a day`,
      `${connections} connections`,
      `${kib(sentBytes)} KiB sent and ${kib(logBytes)} KiB of log each`,
    ].join(' | ');
  } finally {
    await balancer.stop();
    await Promise.all(sites.map((site) => site.kill()));
    await first.destroy();
    await redis?.kill();
  }
}

it('measures', async () => {
  const lines: string[] = [];
  for (const runner of ['embedded', 'bullmq'] as const) {
    for (const processes of PROCESSES) lines.push(await measure(runner, processes));
  }
  process.stdout.write(`\n${databaseKind()}\n${lines.join('\n')}\n`);
}, 3_600_000);
