import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, run } from './support/commands';
import { packPlugin, ROOT } from './support/packed-plugin';

interface Manifest {
  name: string;
  license: string;
  type: string;
  keywords: string[];
  files: string[];
  bin: Record<string, string>;
  strapi: Record<string, string>;
  exports: Record<string, Record<string, string> | string>;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const BUILTIN = new Set([...builtinModules, ...builtinModules.map((name) => `node:${name}`)]);
const IMPORT = /(?:\brequire\(|\bfrom\s*|\bimport\(|\bimport\s+)["']([^"'\n]+)["']/g;

/** `@scope/name/deep/file` belongs to `@scope/name`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

describe('the package', () => {
  let folder: string;
  let plugin: string;
  let manifest: Manifest;
  let files: string[];

  const text = (file: string): string => readFileSync(join(plugin, file), 'utf8');
  const ending = (pattern: RegExp): string[] => files.filter((file) => pattern.test(file));

  beforeAll(async () => {
    const tarball = await packPlugin();
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
    expect(
      files.filter(
        (file) => !/^(dist|bin)\/|^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(file),
      ),
    ).toEqual([]);
    expect(ending(/\.test\.|(?<!\.d)\.tsx?$/)).toEqual([]);
  });

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
    const shared = ['@strapi/utils', '@strapi/types', '@strapi/core', 'koa', 'lodash', 'yup'];
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

  it('runs nothing when it is installed', () => {
    const hooks = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
    expect(Object.keys(manifest.scripts).filter((name) => hooks.includes(name))).toEqual([]);
    expect(files).not.toContain('binding.gyp');
  });

  it('has types that check in a project which checks libraries too', async () => {
    const project = join(folder, 'consumer');
    await mkdir(join(project, 'node_modules'), { recursive: true });
    // What a site has, and the plugin as it was packed.
    for (const name of await readdir(join(ROOT, 'node_modules'))) {
      if (name.startsWith('.') || name === manifest.name) continue;
      await symlink(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
    }
    await symlink(plugin, join(project, 'node_modules', manifest.name), 'dir');
    await writeFile(
      join(project, 'index.ts'),
      `import server from '${manifest.name}/strapi-server';
import admin from '${manifest.name}/strapi-admin';
import { run } from '${manifest.name}/cli';
const path: string = server.routes['content-api']?.type ?? '';
const register: (app: never) => void = admin.register;
const command: Promise<void> = run([path]);
// @ts-expect-error a type that is missing would be any, and then this would be no error
const wrong: number = server.register;
export { register, command, wrong };
`,
    );
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'ES2022',
          lib: ['ES2023', 'DOM'],
          module: 'ESNext',
          moduleResolution: 'Bundler',
          preserveSymlinks: true,
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          types: ['node'],
        },
        files: ['index.ts'],
      }),
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const { output } = await attempt(process.execPath, [tsc, '-p', project], { cwd: project });
    // Strapi's own declarations do not all check; ours do.
    const ours = output
      .split('\n')
      .filter((line) => /error TS/.test(line))
      .filter((line) => line.startsWith('index.ts') || line.includes(manifest.name));
    expect(ours).toEqual([]);
  });

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
    expect(plugin.files).toEqual(['dist', 'bin', 'CHANGELOG.md']);
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
