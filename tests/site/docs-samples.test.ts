import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import ts from 'typescript';
import { parse } from 'yaml';
import { optionsSchema } from '../../src/plugins/article-receiver/server/src/config/options';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive, deliveryDetail } from '../support/feed/event-log';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, ownTypesWith, POST } from '../support/articles/own-types';
import { samplesOf, type KindName } from '../support/docs-samples';
import { ROOT, textOf } from '../support/pages';
import { openToThePublic } from '../support/people/public-reading';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

const PLUGIN = 'src/plugins/article-receiver';

/** The one sample of a kind, or the one in a language. */
function sampleOf(kind: KindName, language?: string): string {
  const found = samplesOf(kind).filter((block) => !language || block.language === language);
  const [block] = found;
  if (!block || found.length > 1) throw new Error(`${found.length} samples of ${kind}`);
  return block.code;
}

/** What a sample exports or, with `name`, what it declares so. */
function valueOf(code: string, name?: string): unknown {
  const ending = name === undefined ? '' : `\nmodule.exports = ${name};`;
  const { outputText } = ts.transpileModule(code + ending, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const module = { exports: {} as { default?: unknown } };
  new Function('module', 'exports', 'require', outputText)(
    module,
    module.exports,
    createRequire(__filename),
  );
  const value = module.exports.default ?? module.exports;
  return typeof value === 'function' ? (value as (given: object) => unknown)({}) : value;
}

/** The blocks of an nginx file by their heading, with their directives. */
function nginxBlocks(code: string): Map<string, Map<string, string>> {
  const blocks = [...code.matchAll(/^(\S[^{]*?) \{\n((?: {2}[^;{}]+;\n)+)\}$/gm)];
  return new Map(
    blocks.map(([, heading = '', body = '']) => [
      heading,
      new Map(
        [...body.matchAll(/^ {2}(\S+) ([^;]+);$/gm)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      ),
    ]),
  );
}

/** What nginx says against a server with these parts; null where there is no nginx. */
async function nginxSays(parts: string): Promise<string | null> {
  if (spawnSync('nginx', ['-v']).error) return null;
  const folder = await mkdtemp(join(tmpdir(), 'article-receiver-nginx-'));
  try {
    await mkdir(join(folder, 'logs'));
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((name) => `${name}_temp_path ${folder}/${name};`)
      .join(' ');
    const file = join(folder, 'nginx.conf');
    const server = `server { listen 127.0.0.1:18080; access_log off;\n${parts}\n}`;
    const http = `http { ${temporary} access_log off;\n${server}\n}`;
    await writeFile(file, `pid ${folder}/nginx.pid; events {}\n${http}\n`);
    const { status, stderr } = spawnSync(
      'nginx',
      ['-t', '-q', '-p', folder, '-e', join(folder, 'error.log'), '-c', file],
      { encoding: 'utf8' },
    );
    return status === 0 ? '' : stderr;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('what the pages show of a site and what is around it', () => {
  let site: Site;

  beforeAll(async () => {
    const { mcp } = valueOf(sampleOf('assistants’ server and client', 'js')) as { mcp: object };
    expect(mcp).toEqual({ enabled: true });
    site = await bootSite({ siteConfig: { server: { mcp } } });
    await openToThePublic(site);
  });
  afterAll(() => site?.destroy());

  it('has figures where Prometheus is told to look', async () => {
    const { scrape_configs: jobs } = parse(sampleOf('figures for Prometheus')) as {
      scrape_configs: {
        job_name: string;
        metrics_path: string;
        authorization: { credentials: string };
        static_configs: { targets: string[] }[];
      }[];
    };
    const [job] = jobs;
    expect(job?.authorization.credentials).toBe('YOUR-API-TOKEN');
    expect(job?.static_configs).toEqual([{ targets: [expect.stringMatching(/^[\w.]+:\d+$/)] }]);
    await adminApi(site).put('/settings', { metrics: { enabled: true } });
    const token = await site.apiToken();
    const answer = await site.request
      .get(job?.metrics_path ?? '')
      .set('Authorization', `Bearer ${token}`);
    expect(answer.status).toBe(200);
    const page = textOf('docs/monitoring.md');
    const named = [...page.matchAll(/^\| `(article_receiver_\w+)/gm)].map(([, name = '']) => name);
    const there = [...answer.text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
    expect(there.filter((name) => name.startsWith('article_receiver_')).sort()).toEqual(
      named.sort(),
    );
  });

  it('is what a proxy in front of it lets through', async () => {
    const sample = sampleOf('a proxy');
    const [[heading, directives] = []] = nginxBlocks(sample);
    const prefix = /^location (\/\S+)$/.exec(heading ?? '')?.[1] ?? '';
    expect(site.webhookPath.startsWith(prefix)).toBe(true);
    expect(site.webhookPath.slice(prefix.length)).toBe(site.token);
    const mebibytes = optionsSchema.parse({}).maxBodyBytes / 1024 / 1024;
    expect(Object.fromEntries(directives ?? [])).toEqual({
      client_max_body_size: `${mebibytes}m`,
      access_log: 'off',
      error_log: '/dev/null',
      proxy_pass: 'http://127.0.0.1:1337',
    });

    const first = makeDelivery({
      event: 'article.status_changed',
      article: { slug: 'before-it-moved', status: 'published' },
    });
    await ownPosts(site).send(first, nextDelivery(first, { article: { slug: 'where-it-is' } }));
    const { text } = await site.request.get(
      '/api/article-receiver/redirects?format=nginx&path=/articles/{slug}',
    );
    expect(text).toContain('location = "/articles/before-it-moved" {');
    const said = await nginxSays(`${sample}\n${text}`);
    expect(said ?? '').toBe('');
  });

  it('answers with a reason as the page has it', async () => {
    const reason = JSON.parse(sampleOf('a reason')) as { reasonValues: { word: string } };
    const article = { status: reason.reasonValues.word };
    const deliveryId = await arrive(
      site,
      makeDelivery({ event: 'article.status_changed', article }),
    );
    expect(await deliveryDetail(site, deliveryId)).toMatchObject(reason);
  });

  it('lets an assistant in that is configured like that', async () => {
    const { mcpServers } = JSON.parse(sampleOf('assistants’ server and client', 'json')) as {
      mcpServers: Record<string, { type: string; url: string; headers: { Authorization: string } }>;
    };
    const [server] = Object.values(mcpServers);
    expect(server?.type).toBe('http');
    const permission = { action: 'plugin::article-receiver.deliveries.read', subject: null };
    const { body } = await site.request
      .post('/admin/admin-tokens')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .send({
        name: 'of a page',
        description: '',
        lifespan: null,
        adminPermissions: [{ ...permission, conditions: [], properties: {} }],
      });
    const { accessKey } = (body as { data: { accessKey: string } }).data;
    const Authorization = server?.headers.Authorization.replace('THE_ADMIN_TOKEN', accessKey) ?? '';
    const client = new Client({ name: 'tests', version: '1.0.0' });
    const { pathname } = new URL(server?.url ?? '');
    await client.connect(
      new StreamableHTTPClientTransport(new URL(pathname, site.url), {
        requestInit: { headers: { Authorization } },
      }),
    );
    const names = (await client.listTools()).tools.map(({ name }) => name);
    await client.close();
    expect(names).toContain('article_receiver_list_deliveries');
  });
});

describe('what the page of own types shows', () => {
  let site: Site | null = null;

  afterEach(async () => {
    await site?.destroy();
    site = null;
  });

  const draftOf = async (given: Site, slug: string) =>
    (await given.strapi.documents(POST as never).findFirst({
      filters: { slug },
      populate: '*',
    } as never)) as Record<string, unknown> | null;

  it('takes the samples with its example, on types with its inputs', async () => {
    const [{ code } = { code: '' }] = samplesOf('the plugin’s configuration').filter(
      ({ page, code: text }) => page === 'docs/own-types.md' && text.includes('defineTarget('),
    );
    const plugins = valueOf(code) as Record<string, { config: { target: { fields: object } } }>;
    const inputs = JSON.parse(sampleOf('inputs for own types')) as Record<string, object>;
    const renamed = Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [`own${name}`, { ...input }]),
    );
    const config = plugins['article-receiver']?.config;
    const fields = { ...config?.target.fields, ownheadline: 'title', owntakeaways: 'keyTakeaways' };
    site = await bootSite({
      types: await ownTypesWith('post', renamed),
      pluginConfig: { ...config, target: { ...config?.target, fields } },
    });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    const { send, stateOf } = ownPosts(site);
    for (const { delivery } of samples()) {
      const { state, issues } = await stateOf(await send(delivery));
      expect([state, issues]).toEqual([
        expect.stringMatching(/applied|parked/),
        expect.any(String),
      ]);
    }
    const [first] = samples();
    expect(await draftOf(site, 'pour-over-ratio')).toMatchObject({
      ...{
        title: first?.delivery.article.title,
        source: 'feed',
        feedId: first?.delivery.article.id,
      },
      ownheadline: first?.delivery.article.title,
      owntakeaways: first?.delivery.article.keyTakeaways,
    });
  });

  it('works with its functions', async () => {
    const own = valueOf(sampleOf('functions of a mapping'), 'fields') as Record<string, object>;
    const fields = { title: 'title', slug: 'slug', feedId: 'id', ...own };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: { type: POST, fields } } });
    const delivery = makeDelivery({
      article: { slug: 'of-functions', content: 'Three small words', keyTakeaways: [' trimmed '] },
    });
    await ownPosts(site).send(delivery);
    expect(await draftOf(site, 'of-functions')).toMatchObject({
      words: 3,
      takeaways: [{ text: 'trimmed' }],
    });
  });

  it('says at boot what it says', async () => {
    const fields = { titel: 'title', seo: { fields: { metaTitel: 'title' } } };
    const booted = bootSite({ types: OWN_TYPES, pluginConfig: { target: { type: POST, fields } } });
    const said = await booted.then(
      (unexpected) => unexpected.destroy().then(() => ''),
      (error: Error) => error.message,
    );
    const lines = sampleOf('what is wrong with a mapping').split('\n').filter(Boolean);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(said).toContain(line);
  });
});

it('JSON-LD is put into a page so that nothing in it ends the element', () => {
  const script = new Function('article', `${sampleOf('JSON-LD in a page')}\nreturn script;`) as (
    article: object,
  ) => string;
  const jsonLd = { name: '</script><script>alert(1)</script>' };
  const written = script({ jsonLd });
  expect(written).not.toContain('<');
  expect(JSON.parse(written)).toEqual(jsonLd);
});

it('the panel speaks the languages that the page lists', async () => {
  const { config } = valueOf(sampleOf('languages of the panel')) as {
    config: { locales: string[] };
  };
  const files = await readdir(join(ROOT, PLUGIN, 'admin/src/translations'));
  const spoken = files.map((name) => name.replace('.json', ''));
  expect([...config.locales, 'en'].sort()).toEqual(spoken.sort());
});

it('what several processes need is what the plugin asks for', async () => {
  const [install, ...others] = samplesOf('several processes');
  const manifest = JSON.parse(await readFile(join(ROOT, PLUGIN, 'package.json'), 'utf8')) as {
    peerDependencies: { bullmq: string };
  };
  const [major] = /\d+/.exec(manifest.peerDependencies.bullmq) ?? [];
  expect(install?.code.trim()).toBe(`npm install bullmq@${major}`);
  const reads = await readFile(join(ROOT, PLUGIN, 'server/src/config/index.ts'), 'utf8');
  const variables = others.flatMap(({ code }) => [...code.matchAll(/^(\w+)=(.+)$/gm)]);
  expect(variables.length).toBeGreaterThan(1);
  for (const [, name = ''] of variables) expect(reads).toContain(`'${name}'`);
});
