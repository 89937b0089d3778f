import { spawn } from 'node:child_process';
import {
  cp,
  mkdtemp,
  readFile,
  readdir,
  rm,
  symlink,
  unlink,
  writeFile,
  mkdir,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { foreignSite } from '../support/site/cli';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { OWN_TYPES, POST } from '../support/articles/own-types';
import { samplesOf } from '../support/docs-samples';

const REPOSITORY = join(__dirname, '..', '..');
const PACKAGE = 'strapi-plugin-article-receiver';
const ENTRY = `'article-receiver': { enabled: true },`;

/** Loads the site in a process of its own, takes deliveries in, and prints what is there. */
const LOOK = `
const { createStrapi } = require('@strapi/strapi');
(async () => {
  const strapi = createStrapi({ appDir: process.cwd(), distDir: process.cwd(), serveAdminPanel: false });
  strapi.log.level = 'error';
  await strapi.load();
  const plugin = strapi.plugin('article-receiver');
  const deliveries = JSON.parse(process.env.DELIVERIES);
  const record = { receivedAt: new Date().toISOString(), token: null, remoteAddress: null, userAgent: null };
  const past = { acknowledgedAt: null, duplicates: 0, lastDuplicateAt: null, discarded: null, deleted: null };
  for (const each of deliveries) {
    const operations = plugin.service('operations');
    const body = Buffer.from(JSON.stringify(each));
    await operations.importDeliveries([{ body, record: { ...record, ...past } }]);
    for await (const step of operations.drain()) void step;
  }
  const edit = process.env.EDIT ? JSON.parse(process.env.EDIT) : null;
  const posts = strapi.contentTypes['${POST}'] ? strapi.documents('${POST}') : null;
  if (edit) for (const { documentId } of await posts.findMany()) await posts.update({ documentId, data: edit });
  const names = await strapi.db.dialect.schemaInspector.getTables();
  const result = {
    enabled: plugin !== undefined,
    tables: names.filter((name) => name.includes('article_receiver')),
    posts: posts ? await posts.findMany({ populate: ['cover'] }) : [],
    files: (await strapi.db.query('plugin::upload.file').findMany({ orderBy: 'id' })).map(({ id }) => id),
    articles: plugin ? await strapi.documents('plugin::article-receiver.article').findMany() : [],
  };
  process.stdout.write('\\nRESULT ' + JSON.stringify(result) + '\\n');
  process.exit(0);
})().catch((error) => { console.error(error); process.exit(1); });
`;

interface Found {
  enabled: boolean;
  tables: string[];
  posts: Record<string, unknown>[];
  files: number[];
  articles: Record<string, unknown>[];
}

/** The site's `config/admin` without the plugin's preview. */
const ADMIN = `module.exports = ({ env }) => ({
  auth: { secret: 'secret' }, apiToken: { salt: 'salt' }, transfer: { token: { salt: 'salt' } },
});
`;

let directory: string;

const file = (...path: string[]) => join(directory, ...path);

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: directory, env: { ...process.env, ...env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${args.join(' ')}: ${code}\n${output}`)),
    );
  });
}

/** Boots the site as it is now. */
async function boot(deliveries: WireDelivery[] = [], edit?: object): Promise<Found> {
  const env = {
    DELIVERIES: JSON.stringify(deliveries),
    ...(edit ? { EDIT: JSON.stringify(edit) } : {}),
  };
  const output = await run(process.execPath, ['-e', LOOK], env);
  return JSON.parse(/^RESULT (.*)$/m.exec(output)?.[1] ?? '') as Found;
}

/** The packages of this repository, the plugin among them, as somebody's own. */
async function installPackages(): Promise<void> {
  await unlink(file('node_modules'));
  await mkdir(file('node_modules'));
  for (const name of await readdir(join(REPOSITORY, 'node_modules'))) {
    await symlink(join(REPOSITORY, 'node_modules', name), file('node_modules', name));
  }
}

async function changeManifest(change: (dependencies: Record<string, string>) => void) {
  const manifest = JSON.parse(await readFile(file('package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  change(manifest.dependencies);
  await writeFile(file('package.json'), JSON.stringify(manifest));
}

async function install(): Promise<void> {
  await symlink(join(REPOSITORY, 'node_modules', PACKAGE), file('node_modules', PACKAGE)).catch(
    () => undefined,
  );
  await changeManifest((dependencies) => (dependencies[PACKAGE] = '*'));
  await writeFile(file('config/plugins.js'), `module.exports = () => ({\n  ${ENTRY}\n});\n`);
  await writeFile(file('.env'), 'ARTICLE_RECEIVER_TOKEN=one\nOTHER=kept\n');
}

/** The commands of the page's numbered steps, in their order. */
async function commandsOfPage(): Promise<string[]> {
  const page = await readFile(join(REPOSITORY, 'docs/uninstall.md'), 'utf8');
  const steps = page.split('## For good')[1]?.split('\n## ')[0] ?? '';
  const blocks = [...steps.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
  return blocks.flatMap((block) => block.split('\n').map((line) => line.trim())).filter(Boolean);
}

/** What the page says to do by hand in step 3. */
async function editPlugins(): Promise<void> {
  const config = await readFile(file('config/plugins.js'), 'utf8');
  const left = config.replace(/^const target = require\(.*\n/m, '');
  const entry = /^ {2}'article-receiver': \{[\s\S]*?^ {2}\},\n| {2}'article-receiver': .*\n/m;
  await writeFile(file('config/plugins.js'), left.replace(entry, ''));
}

/** What it says to do in step 4 with the files that its command lists. */
async function editListed(listed: string): Promise<void> {
  for (const path of listed.split('\n').filter(Boolean)) {
    if (path === 'config/admin.js') {
      await writeFile(file(path), ADMIN);
      continue;
    }
    const schema = JSON.parse(await readFile(file(path), 'utf8')) as {
      attributes: Record<string, { type: string; customField?: string }>;
    };
    for (const attribute of Object.values(schema.attributes)) {
      const [, kind] = attribute.customField?.split('.') ?? [];
      if (kind === undefined) continue;
      attribute.type = ['line', 'llms-txt'].includes(kind) ? 'text' : 'json';
      delete attribute.customField;
    }
    await writeFile(file(path), JSON.stringify(schema));
  }
}

/** Follows the page; what needs npm or a terminal is done as npm or a person would do it. */
async function leave(): Promise<string[]> {
  const commands = await commandsOfPage();
  for (const command of commands) {
    if (command.startsWith('rm -f')) await editPlugins();
    if (command === `npm uninstall ${PACKAGE}`) {
      await unlink(file('node_modules', PACKAGE));
      await changeManifest((dependencies) => delete dependencies[PACKAGE]);
    } else if (command === 'npx article-receiver uninstall') {
      await run('npx', ['article-receiver', 'uninstall', '--yes']);
    } else if (command !== 'npm run build') {
      const output = await run('sh', ['-c', command]);
      if (command.startsWith('grep')) await editListed(output);
    }
  }
  return commands;
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'articles-leaving-'));
  await foreignSite(directory, 'javascript');
  await installPackages();
  await install();
});
afterEach(() => rm(directory, { recursive: true, force: true }));

describe('docs/uninstall.md, followed to the letter', () => {
  it('leaves a site with the plugin’s own Article that starts, and has nothing of it', async () => {
    const delivery = makeDelivery();
    const [preview] = samplesOf('the handler of previews');
    const others = ADMIN.split('\n').slice(1, 2).join('');
    const admin = preview?.code.replace('  // what is there already', others) ?? '';
    await writeFile(file('config/admin.js'), admin);
    expect((await boot([delivery])).articles).toHaveLength(1);
    const commands = await leave();
    expect(commands).toContain('npx article-receiver uninstall --dry-run');
    expect(await boot()).toEqual({
      enabled: false,
      tables: [],
      posts: [],
      files: [],
      articles: [],
    });
    expect(await readFile(file('.env'), 'utf8')).toBe('OTHER=kept\n');

    await install();
    expect((await boot([delivery])).articles).toHaveLength(1);
  }, 300_000);

  it('leaves a site with a type of its own that starts, and its entries', async () => {
    const { text, target } = await ownType();
    const delivery = makeDelivery();
    const edited = { title: 'Edited' };
    expect((await boot([delivery], edited)).posts).toMatchObject([edited]);
    await leave();
    expect(await readdir(file('src'))).not.toContain('article-receiver-target.js');
    const left = await boot();
    expect(left).toMatchObject({ enabled: false, tables: [] });
    expect(left.posts).toMatchObject([{ ...edited, feedId: delivery.article.id }]);
    const [post] = left.posts;

    await install();
    await writeFile(file('config/plugins.js'), text);
    await writeFile(file('src/article-receiver-target.js'), target);
    const newer = nextDelivery(delivery, { article: { title: 'Newer', description: 'Newer.' } });
    const back = await boot([newer]);
    expect(back.posts).toMatchObject([{ documentId: post?.documentId, ...edited }]);
    expect(back.posts).toHaveLength(1);
  }, 300_000);
});

describe('`uninstall --files`', () => {
  it('leaves the images that entries of the site’s own show', async () => {
    await ownType();
    const withHero = async (color: string) => {
      const image = await makeImage(
        { color },
        { kind: 'hero', url: `https://example.com/${color}` },
      );
      return { article: { images: [image], heroImageUrl: image.url } };
    };
    const first = makeDelivery(await withHero('red'));
    const before = await boot([first, nextDelivery(first, await withHero('green'))]);
    expect(before.files).toHaveLength(2);
    const [{ cover } = {}] = before.posts;
    await run('npx', ['article-receiver', 'uninstall', '--yes', '--files']);
    await leave();
    const left = await boot();
    expect(left.posts).toMatchObject([{ cover }]);
    expect(left.files).toEqual([(cover as { id: number }).id]);
  }, 300_000);
});

/** The site has a type of its own, to which articles go. */
async function ownType(): Promise<ReturnType<typeof mapping>> {
  for (const name of ['api', 'components']) {
    await cp(join(OWN_TYPES, name), file('src', name), { recursive: true });
  }
  // Where it cannot be seen where a mapping belongs, it gets a file of its own.
  const { text, target } = mapping();
  await writeFile(file('config/plugins.js'), text);
  await writeFile(file('src/article-receiver-target.js'), target);
  return { text, target };
}

function mapping() {
  const target = {
    type: POST,
    fields: {
      title: 'title',
      slug: 'slug',
      excerpt: 'description',
      feedId: 'id',
      keywords: 'keywords',
      cover: 'heroImage',
    },
    locale: { missing: 'default' },
  };
  return {
    target: `module.exports = ${JSON.stringify(target)};\n`,
    text: `const target = require('../src/article-receiver-target');
module.exports = () => ({
  'article-receiver': { enabled: true, config: { target } },
});
`,
  };
}
