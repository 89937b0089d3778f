import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { foreignSite } from '../support/site/cli';

const STRAPI = join(dirname(require.resolve('@strapi/strapi/package.json')), 'bin', 'strapi.js');
const run = promisify(execFile);

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: Schema;
  enum?: string[];
  [keyword: string]: unknown;
}

interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** Strapi's commands write into the site's folder and may compile it: they get a site of their own. */
describe("what Strapi's commands generate", () => {
  let directory: string;
  let paths: Record<string, Record<string, Operation>>;
  let text: string;

  const strapi = (...args: string[]) =>
    run(process.execPath, [STRAPI, ...args], { cwd: directory });

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-openapi-'));
    await foreignSite(directory, 'javascript');
    const file = join(directory, 'openapi.json');
    await strapi('openapi', 'generate', '-o', file);
    text = await readFile(file, 'utf8');
    ({ paths } = JSON.parse(text) as { paths: typeof paths });
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const operation = (method: string, path: string): Operation => {
    const found = paths[path]?.[method] ?? paths[`/article-receiver${path}`]?.[method];
    if (!found) throw new Error(`${path} is not in ${Object.keys(paths).join(', ')}`);
    return found;
  };

  it('describes every route of the plugin', () => {
    const own = Object.keys(paths).filter((path) => path.includes('article-receiver'));
    expect(own.map((path) => path.replace(/^.*article-receiver/, '')).sort()).toEqual(
      [
        '/articles',
        '/articles/{id}',
        '/articles/{slug}/json-ld',
        '/articles/{slug}/llms.txt',
        '/campaigns',
        '/campaigns/{id}',
        '/llms.txt',
        '/media-assets',
        '/media-assets/{id}',
        '/metrics',
        '/redirects',
        '/tags',
        '/tags/{id}',
        '/webhook',
        '/webhook/{token}',
      ].sort(),
    );
  });

  it('describes a delivery as it is checked', () => {
    const { requestBody, responses, parameters } = operation('post', '/webhook/{token}');
    const schema = requestBody?.content['application/json']?.schema;
    expect(schema?.required?.sort()).toEqual(['article', 'event', 'timestamp']);
    const article = schema?.properties?.article;
    expect(article?.required?.sort()).toEqual(['id', 'title']);
    expect(Object.keys(article?.properties ?? {})).toEqual(
      expect.arrayContaining(['slug', 'status', 'content', 'images', 'files', 'contentPlan']),
    );
    // The feed may add fields at any time.
    expect(schema?.additionalProperties).toBe(true);
    expect(article?.additionalProperties).toBe(true);
    const answer = responses['200']?.content?.['application/json']?.schema.properties?.data;
    expect(answer?.properties?.outcome?.enum).toEqual(['accepted', 'duplicate']);
    expect(parameters).toEqual([expect.objectContaining({ name: 'token', in: 'path' })]);
  });

  it('describes an article with its public fields only', () => {
    const { responses } = operation('get', '/articles');
    const answer = responses['200']?.content?.['application/json']?.schema;
    const shown = JSON.stringify(answer);
    for (const name of ['title', 'keyTakeaways', 'heroImage', 'llmsTxt']) {
      expect(shown).toContain(`"${name}"`);
    }
    expect(shown).not.toMatch(/"(orgId|reviewScore|sourceStatus|qualitySummary|extra)"/);
  });

  it('describes what the text routes take and give', () => {
    for (const path of ['/articles/{slug}/llms.txt', '/articles/{slug}/json-ld']) {
      const { parameters, responses } = operation('get', path);
      expect(parameters).toEqual([
        expect.objectContaining({ name: 'slug', in: 'path' }),
        expect.objectContaining({ name: 'locale', in: 'query', required: false }),
      ]);
      expect(responses['200']).toBeDefined();
    }
    expect(operation('get', '/llms.txt').responses['200']).toBeDefined();
  });

  it('describes what the redirects may be asked with', () => {
    const { parameters } = operation('get', '/redirects');
    const asked = parameters?.map(({ name }) => name.replace(/\[.*/, ''));
    expect([...new Set(asked)].sort()).toEqual(['format', 'locale', 'pagination', 'path']);
  });

  it('covers the content types with TypeScript types', async () => {
    await strapi('ts:generate-types');
    const types = await readFile(
      join(directory, 'types', 'generated', 'contentTypes.d.ts'),
      'utf8',
    );
    for (const name of ['article', 'campaign', 'media-asset', 'tag']) {
      expect(types).toContain(`'plugin::article-receiver.${name}': PluginArticleReceiver`);
    }
    expect(types).toMatch(/heroImage: Schema\.Attribute\.Media<'images'>/);
    expect(types).toMatch(/keyTakeaways: Schema\.Attribute\.JSON/);
  });
});
