import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { optionsSchema } from '../src/plugins/article-receiver/server/src/config/options';
import type { DeliverySummary } from '../src/plugins/article-receiver/shared/deliveries';
import { cli, siteEnvironment } from './support/cli';
import { blocksOf, commandsOf, PAGES } from './support/pages';
import { samples } from './support/samples';
import { bootSite, type Site } from './support/site';

// Every command loads a whole site in a process of its own.
jest.setTimeout(600_000);

const COMMAND = 'npx article-receiver ';
/** The test of docs/uninstall.md runs these, from the package; own types and moving have tests of their own. */
const ELSEWHERE = /^(uninstall|map|export|import)\b/;

const commands = [
  ...new Set(
    PAGES.flatMap((page) => commandsOf(page, COMMAND)).map((line) => line.slice(COMMAND.length)),
  ),
].filter((line) => !ELSEWHERE.test(line));

describe('the commands that the pages show', () => {
  let site: Site;
  let known: Record<string, string>;

  /** The words of a line as a shell has them, with what stands for something in the page filled in. */
  async function wordsOf(line: string): Promise<string[]> {
    const [plain = ''] = line.split(/ [|>] /);
    const filled = plain.replace(
      /dlv_\w{24}|\$WEBHOOK\b|\bFILE\b|\bID\b/g,
      (name) => known[name.startsWith('dlv_') ? 'dlv' : name] ?? name,
    );
    const words = filled.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
    return words
      .map((word) => word.replace(/^(["'])(.*)\1$/, '$2'))
      .flatMap((word) => {
        const pattern = /^(.*\/)(\d)\[(\d+)\]\*\.json$/.exec(word);
        if (!pattern) return [word];
        const [, folder = '', first = '', second = ''] = pattern;
        return samples()
          .map(({ file }) => file)
          .filter((file) => file.startsWith(first) && second.includes(file[1] ?? ''))
          .map((file) => join(folder, file));
      });
  }

  beforeAll(async () => {
    site = await bootSite();
    for (const { bytes } of samples()) await site.deliver(bytes);
    await site.settle();
    const env = siteEnvironment(site.directory);
    const { stdout } = await cli(['log', '--state', 'parked', '--json'], { env });
    const { deliveries } = JSON.parse(stdout) as { deliveries: DeliverySummary[] };
    known = {
      FILE: 'examples/deliveries/01-ready-pour-over.json',
      $WEBHOOK: `${site.url}${site.webhookPath}`,
      dlv: deliveries[0]?.deliveryId ?? '',
    };
  });
  afterAll(() => site?.destroy());

  it('are there to be run', () => {
    expect(commands.length).toBeGreaterThan(10);
  });

  it.each(commands)('%s', async (line) => {
    const { code, stdout, stderr } = await cli(await wordsOf(line), {
      env: siteEnvironment(site.directory),
    });
    // 1 is for what there is to look at: a delivery that is parked, in the sample of `check`.
    expect([line, code === 0 || (code === 1 && line.startsWith('check')), stderr]).toEqual([
      line,
      true,
      expect.any(String),
    ]);
    const created = /^token create/.test(line);
    if (!created) return;
    expect(stdout.trim()).not.toBe('');
    const list = await cli(['token', 'list', '--json'], { env: siteEnvironment(site.directory) });
    const { tokens } = JSON.parse(list.stdout) as { tokens: { id: string | null }[] };
    known.ID = tokens.find(({ id }) => id !== null)?.id ?? '';
  });
});

describe('the plugin configuration that the pages show', () => {
  const shown = PAGES.flatMap(blocksOf).filter(
    ({ language, code }) => /^[jt]s$/.test(language) && /'article-receiver': \{/.test(code),
  );

  /** What the module exports, with an environment that has an answer to everything. */
  function exported(code: string): Record<string, { config?: unknown }> {
    const { outputText } = ts.transpileModule(code, {
      compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
    });
    const module = { exports: {} as { default?: unknown } };
    // A file of the site beside it, like the mapping, has a test of its own.
    const load = (name: string) =>
      name.startsWith('.') ? {} : (createRequire(__filename)(name) as unknown);
    new Function('module', 'exports', 'require', outputText)(module, module.exports, load);
    const value = module.exports.default ?? module.exports;
    const env = Object.assign((name: string) => name, { bool: () => true, int: () => 1 });
    return (typeof value === 'function' ? value({ env }) : value) as ReturnType<typeof exported>;
  }

  it.each(shown.map((block) => [block.page, block.code] as const))('is valid in %s', (_, code) => {
    const receiver = exported(code)['article-receiver'];
    expect(receiver).toMatchObject({ enabled: true });
    expect(optionsSchema.safeParse(receiver?.config ?? {})).toMatchObject({ success: true });
  });
});
