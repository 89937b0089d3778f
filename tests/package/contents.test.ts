import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { SAMPLES, samplesOf, type KindName } from '../support/docs-samples';
import { attempt, run } from './support/commands';
import { packedPlugin, ROOT } from './support/packed-plugin';

interface Manifest {
  name: string;
  license: string;
  type: string;
  keywords: string[];
  version: string;
  repository?: { url: string };
  files: string[];
  bin: Record<string, string>;
  strapi: Record<string, string>;
  exports: Record<string, Record<string, string> | string>;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  engines: Record<string, string>;
  peerDependencies: Record<string, string>;
  peerDependenciesMeta: Record<string, { optional?: boolean }>;
}

const BUILTIN = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
const IMPORT = /(?:\brequire\(|\bfrom\s*|\bimport\(|\bimport\s+)["']([^"'\n]+)["']/g;

/** `@scope/name/deep/file` belongs to `@scope/name`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const GIVEN = 'given: Core.Config.Shared.ConfigParams';

/** What a site in TypeScript says of the files that the pages show in JavaScript. */
const WRITTEN_AS: readonly (readonly [kind: KindName, type: string])[] = [
  ['the handler of previews', `(${GIVEN}) => Partial<Core.Config.Admin>`],
  ['assistants’ server and client', `(${GIVEN}) => Partial<Core.Config.Server>`],
  ['a site’s own code', '{ bootstrap?(given: { strapi: Core.Strapi }): void }'],
];

/** A file in JavaScript as somebody writes it in TypeScript who changes nothing else in it. */
const inTypeScript = (code: string, type: string): string =>
  `import type { Core } from '@strapi/strapi';\n${code
    .replace(/^const (\{.*\}) = require\((.*)\);$/m, 'import $1 from $2;')
    .replace('module.exports =', `const written: ${type} =`)}\nexport default written;\n`;

/** What a function of the release's scripts says; they are modules, which these tests are not. */
async function ofPages(name: string, ...given: unknown[]): Promise<unknown> {
  const code = `import * as pages from './scripts/support/pages.mjs';
process.stdout.write(JSON.stringify(pages.${name}(...${JSON.stringify(given)})));`;
  const args = ['--input-type=module', '--eval', code];
  return JSON.parse(await run(process.execPath, args, { cwd: ROOT })) as unknown;
}

describe('the package', () => {
  let folder: string;
  let plugin: string;
  let manifest: Manifest;
  let files: string[];

  const text = (file: string): string => readFileSync(join(plugin, file), 'utf8');
  const ending = (pattern: RegExp): string[] => files.filter((file) => pattern.test(file));

  beforeAll(async () => {
    const tarball = packedPlugin();
    folder = await mkdtemp(join(tmpdir(), 'article-receiver-contents-'));
    await run('tar', ['xzf', tarball, '-C', folder], { cwd: folder });
    plugin = join(folder, 'package');
    manifest = JSON.parse(text('package.json')) as Manifest;
    const entries = await readdir(plugin, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(plugin.length + 1));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('has what its manifest names, and no sources or tests', () => {
    const targets = Object.values(manifest.exports).flatMap((target) => {
      if (typeof target === 'string') return [target];
      const published = Object.entries(target).filter(([condition]) => condition !== 'source');
      return published.map(([, path]) => path);
    });
    const named = [...targets, ...Object.values(manifest.bin)].map((path) =>
      path.replace('./', ''),
    );
    expect(named.filter((path) => !files.includes(path))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'CHANGELOG.md']));
    const known =
      /^(dist|bin)\/|^docs\/([\w-]+\.md|images\/[\w-]+\.png)$|^(package\.json|LICENSE)$|^([\w-]+\/)*(README|CHANGELOG|CONTRIBUTING|results)\.md$/;
    expect(files.filter((file) => !known.test(file))).toEqual([]);
    expect(ending(/\.test\.|(?<!\.d)\.tsx?$/)).toEqual([]);
  });

  it('has the pages and pictures that its pages lead to', () => {
    const links = ending(/\.md$/)
      .filter((page) => !page.startsWith('dist/'))
      .flatMap((page) =>
        [...text(page).matchAll(/\]\((?!https?:|#|mailto:)([^)\s#]+)[^)]*\)/g)].map(
          ([, path = '']) => ({
            page,
            path: posix.normalize(posix.join(posix.dirname(page), path)),
          }),
        ),
      );
    expect(links.length).toBeGreaterThan(60);
    const dead = links.filter(
      ({ path }) => !files.includes(path) && !files.some((file) => file.startsWith(`${path}/`)),
    );
    expect(dead).toEqual([]);
  });

  it('leads from the README of a release to its repository', async () => {
    const page = '[a](docs/a.md#b) ![p](docs/images/p.png) [c](https://c.example) [d](#d)';
    const where = { address: 'https://host.example/owner/name', version: '1.2.3' };
    expect(await ofPages('withAbsoluteLinks', page, where)).toBe(
      '[a](https://host.example/owner/name/blob/v1.2.3/docs/a.md#b) ' +
        '![p](https://host.example/owner/name/raw/v1.2.3/docs/images/p.png) ' +
        '[c](https://c.example) [d](#d)',
    );
    const readme = await ofPages('withAbsoluteLinks', text('README.md'), where);
    expect(readme).not.toMatch(/\]\((?!https:)/);
  });

  it('is not released without the address of its repository, or the day of the release', async () => {
    const check = ['run', 'prepublishOnly', '--workspace', 'src/plugins/article-receiver'];
    const { code, output } = await attempt('npm', check, { cwd: ROOT });
    const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
    const faults = (await ofPages('faultsOfRelease', { manifest, changelog })) as string[];
    expect(code === 0).toBe(faults.length === 0);
    for (const fault of faults) expect(output).toContain(`Not released: ${fault}.`);
    const repository = { url: 'git+https://host.example/owner/name.git' };
    const ready = {
      manifest: { version: '1.2.3', repository },
      changelog: '## [1.2.3] - 2027-01-31',
    };
    expect(await ofPages('faultsOfRelease', ready)).toEqual([]);
    const undated = { ...ready, changelog: '## [1.2.3] - not yet' };
    expect(await ofPages('faultsOfRelease', undated)).toHaveLength(1);
    const unplaced = { ...ready, manifest: { version: '1.2.3' } };
    expect(await ofPages('faultsOfRelease', unplaced)).toHaveLength(1);
  });

  /** What TypeScript finds wrong in files of a site that has the plugin as it was packed, and in ours. */
  async function faultsIn(files: Record<string, string>, how: object): Promise<string[]> {
    const project = await mkdtemp(join(folder, 'consumer-'));
    await mkdir(join(project, 'node_modules'), { recursive: true });
    for (const name of await readdir(join(ROOT, 'node_modules'))) {
      if (name.startsWith('.') || name === manifest.name) continue;
      await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
    }
    await symlink(plugin, join(project, 'node_modules', manifest.name), 'dir');
    for (const [name, code] of Object.entries(files)) {
      await mkdir(join(project, dirname(name)), { recursive: true });
      await writeFile(join(project, name), code);
    }
    const compilerOptions = {
      ...{ target: 'ES2022', lib: ['ES2023', 'DOM'], esModuleInterop: true, types: ['node'] },
      ...{ strict: true, noEmit: true, skipLibCheck: false, preserveSymlinks: true },
      ...how,
    };
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: Object.keys(files) }),
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { output } = await attempt(process.execPath, [tsc, '-p', project], { cwd: project });
    // Strapi's own declarations do not all check; ours do.
    return output
      .split('\n')
      .filter((line) => /error TS/.test(line))
      .filter((line) => !line.startsWith('node_modules/') || line.includes(manifest.name));
  }

  it('declares everything that it imports', () => {
    const declared = new Set(
      Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    );
    const undeclared = ending(/\.(m?js|d\.ts)$/).flatMap((file) =>
      [...text(file).matchAll(IMPORT)]
        .map(([, specifier = '']) => specifier)
        // What is neither a path nor the name of a package stands in a text by chance.
        .filter((specifier) => /^[@a-z0-9]/i.test(specifier) && !BUILTIN.has(specifier))
        .map(packageOf)
        .filter((name) => !declared.has(name))
        .map((name) => `${file}: ${name}`),
    );
    expect(undeclared).toEqual([]);
    // The search does find what is there.
    expect(text('dist/server/index.js')).toMatch(/require\("@strapi\/strapi"\)/);
  });

  it('brings no copy of Strapi or of what Strapi brings', () => {
    const shared = [
      ...['@strapi/utils', '@strapi/types', '@strapi/core', 'koa', 'lodash', 'yup'],
      // A second copy of sharp in another version stops both on Windows.
      'sharp',
    ];
    const all = { ...manifest.dependencies };
    expect(
      Object.keys(all).filter((name) => name.startsWith('@strapi/') || shared.includes(name)),
    ).toEqual([]);
    for (const file of ending(/^dist\/.*\.m?js$/)) {
      const code = text(file);
      // Names that only Strapi's own code, or its libraries, define.
      expect([
        file,
        /class (ApplicationError|PolicyError|ForbiddenError) extends/.test(code),
      ]).toEqual([file, false]);
      expect([file, /__lodash_hash_undefined__|react\.production\.min/.test(code)]).toEqual([
        file,
        false,
      ]);
      expect([file, code.includes('node_modules/')]).toEqual([file, false]);
    }
  });

  it('requires no package that is ES modules only, which Node 20 could not', () => {
    const modulesOnly = Object.keys(manifest.dependencies).filter((name) => {
      const described = JSON.parse(
        readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'),
      ) as { type?: string; exports?: unknown };
      return described.type === 'module' && !/"require"/.test(JSON.stringify(described.exports));
    });
    expect(modulesOnly).toEqual([]);
  });

  it('has the licences of what is bundled', () => {
    expect(text('dist/server/LICENSES.txt')).toMatch(/^micromark \d+\.\d+\.\d+ \(MIT\)$/m);
  });

  it('leaves BullMQ to the sites that want it', () => {
    expect(manifest.dependencies).not.toHaveProperty('bullmq');
    expect(manifest.peerDependencies.bullmq).toMatch(/^\^5\./);
    expect(manifest.peerDependenciesMeta.bullmq).toEqual({ optional: true });
  });

  it('runs nothing when it is installed', () => {
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([]);
    expect(files).not.toContain('binding.gyp');
  });

  it('has types that check in a project which checks libraries too', async () => {
    const errors = await faultsIn(
      {
        'index.ts': `import server from '${manifest.name}/strapi-server';
import admin from '${manifest.name}/strapi-admin';
import { run } from '${manifest.name}/cli';
const path: string = server.routes['content-api']?.type ?? '';
const register: (app: never) => void = admin.register;
const command: Promise<void> = run([path]);
// @ts-expect-error a type that is missing would be any, and then this would be no error
const wrong: number = server.register;
export { register, command, wrong };
`,
      },
      { module: 'ESNext', moduleResolution: 'Bundler' },
    );
    expect(errors).toEqual([]);
  });

  it.each([
    ['as Strapi generates it', { module: 'CommonJS', moduleResolution: 'Node' }],
    ['of today', { module: 'node16', moduleResolution: 'node16' }],
  ])(
    'has types with which the samples of the pages check, in a strict project %s',
    async (_, how) => {
      const shown = SAMPLES.filter(({ language }) => language === 'ts').map(
        ({ page, code }, index) =>
          [`config/${index}-${page.replaceAll(/\W/g, '-')}.ts`, code] as const,
      );
      expect(shown.length).toBeGreaterThan(3);
      // What the pages have in JavaScript, as somebody writes it in TypeScript.
      const translated = WRITTEN_AS.flatMap(([kind, type]) =>
        samplesOf(kind)
          .filter(({ code }) => code.includes('module.exports ='))
          .map(({ page, code }, index) => {
            const name = `config/in-typescript-${index}-${page.replaceAll(/\W/g, '-')}.ts`;
            return [name, inTypeScript(code, type)] as const;
          }),
      );
      expect(translated).toHaveLength(WRITTEN_AS.length);
      const own = `import type { Core } from '@strapi/strapi';
import {
  articlePreview,
  defineTarget,
  type RuleFunction,
  type RuleImage,
} from '${manifest.name}/config';

const hero: RuleFunction = ({ article }): RuleImage | null =>
  article.images.find(({ kind }) => kind === 'infographic') ?? article.heroImage;
const target = defineTarget({
  type: 'api::post.post',
  fields: {
    words: ({ article }) => article.content?.split(/\\s+/).length ?? null,
    labels: { from: ({ article }) => [article.category, article.role], match: 'label' },
    later: ({ article }) => article.somethingLater ?? article['campaign.name'],
    cover: hero,
  },
});
// @ts-expect-error a type that is missing would be any, and then this would be no error
const wrong: RuleFunction = ({ article }) => article.title.length.length;
export const preview = articlePreview({ draft: ({ slug }) => \`https://example.org/\${slug}\` });
export default (): Core.Config.Plugin => ({
  'article-receiver': { enabled: true, config: { target, transform: wrong } },
});
`;
      const files = Object.fromEntries([...shown, ...translated, ['config/own.ts', own]]);
      expect(await faultsIn(files, how)).toEqual([]);
    },
  );

  it('is accepted by the plugin SDK', async () => {
    const output = await run(
      'npm',
      ['run', 'verify', '--workspace', 'src/plugins/article-receiver'],
      { cwd: ROOT },
    );
    expect(output).not.toMatch(/\[ERROR\]/);
  });
});

describe("the Marketplace's checks", () => {
  const root = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Manifest;
  const plugin = JSON.parse(
    readFileSync(join(ROOT, 'src/plugins/article-receiver/package.json'), 'utf8'),
  ) as Manifest;

  it('find the licence, the README and Strapi as a peer at the root of the repository', () => {
    expect([root.license, plugin.license]).toEqual(['MIT', 'MIT']);
    expect(root.peerDependencies).toHaveProperty('@strapi/strapi');
    expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(`npm install ${plugin.name}`);
    expect(readFileSync(join(ROOT, 'LICENSE'), 'utf8')).toContain('MIT License');
  });

  it('find a plugin that names itself as one', () => {
    expect(plugin.name).toMatch(/^strapi-plugin-[a-z-]+$/);
    expect(plugin.keywords).toEqual(expect.arrayContaining(['strapi', 'plugin']));
    expect(plugin.strapi).toMatchObject({ kind: 'plugin', name: 'article-receiver' });
    expect(plugin.strapi.displayName).toBeTruthy();
    expect(plugin.strapi.description).toBeTruthy();
    expect(plugin.exports).toHaveProperty(['./package.json']);
    expect(plugin.files).toEqual(expect.arrayContaining(['dist', 'bin', 'CHANGELOG.md', 'docs']));
  });

  it('find the Node versions that Strapi allows', () => {
    const strapi = JSON.parse(
      readFileSync(join(ROOT, 'node_modules/@strapi/strapi/package.json'), 'utf8'),
    ) as Manifest;
    expect(plugin.engines.node).toBe(strapi.engines.node);
  });

  it('find a range of Strapi versions that has what is developed against in it, and no next major', () => {
    const range = /^>=(\d+)\.(\d+)\.\d+ <6$/.exec(plugin.peerDependencies['@strapi/strapi'] ?? '');
    const developed = /^(\d+)\.(\d+)\.\d+$/.exec(root.dependencies['@strapi/strapi'] ?? '');
    expect(range).not.toBeNull();
    expect(developed?.[1]).toBe('5');
    expect(range?.[1]).toBe('5');
    expect(Number(developed?.[2])).toBeGreaterThanOrEqual(Number(range?.[2]));
  });
});
