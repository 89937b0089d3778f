import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { optionsSchema } from '../../src/plugins/article-receiver/server/src/config/options';
import type { DeliverySummary } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { cli, siteEnvironment } from '../support/site/cli';
import { samplesOf } from '../support/docs-samples';
import { commandsIn } from '../support/pages';
import { openToThePublic } from '../support/people/public-reading';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

// Every command loads a whole site in a process of its own.
jest.setTimeout(600_000);

const COMMAND = 'npx article-receiver ';

const commands = [
  ...new Set(commandsIn(samplesOf('commands'), COMMAND).map((line) => line.slice(COMMAND.length))),
];

/** What differs from run to run: times, and the ids of deliveries; and how wide the columns are. */
const lasting = (text: string): string[] =>
  text
    .replace(/dlv_\w{24}/g, 'dlv_…')
    .split('\n')
    .map((line) => line.trim().replace(/ {2,}/g, '  '))
    .filter(Boolean);

/** What a page shows as the answer of a command; nothing where it shows none. */
function shownBelow(command: string): string[] {
  const sessions = samplesOf('commands').filter(({ language }) => language === 'console');
  const one = sessions.find(({ code }) => code.startsWith(`$ ${COMMAND}${command}\n`));
  return lasting(one?.code.split('\n').slice(1).join('\n') ?? '');
}

/** What the pages ask over HTTP, with `curl`, as fetch() takes it. */
const requests = samplesOf('requests').map(({ page, code }) => {
  const words = (code.replaceAll('\\\n', ' ').match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) =>
    word.replace(/^(["'])([^]*)\1$/, '$2'),
  );
  const after = (option: string) => words.filter((_, index) => words[index - 1] === option);
  const [method = 'GET'] = after('-X');
  const headers = after('-H').map((header) => header.split(': ') as [string, string]);
  const [body] = after('-d');
  return { page, url: words.find((word) => /^https?:/.test(word)) ?? '', method, headers, body };
});

describe('the commands that the pages show', () => {
  let site: Site;
  let known: Record<string, string>;

  /** The words of a line as a shell has them, with what stands for something in the page filled in. */
  async function wordsOf(line: string): Promise<string[]> {
    const [plain = ''] = line.split(/ [|>] /);
    const filled = plain.replace(
      /dlv_\w{24}|\$WEBHOOK\b|\bFILE\b|\bID\b|\barticles\.gz\b/g,
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
    await openToThePublic(site);
    const [sample] = samplesOf('a body of the feed');
    const file = join(site.directory, 'sample.json');
    await writeFile(file, sample?.code ?? '');
    known = {
      FILE: file,
      'articles.gz': join(site.directory, 'articles.gz'),
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
    // What the pages send is there already, so that its answers are others.
    if (!line.startsWith('send')) {
      expect(lasting(stdout)).toEqual(expect.arrayContaining(shownBelow(line)));
    }
    const created = /^token create/.test(line);
    if (!created) return;
    expect(stdout.trim()).not.toBe('');
    const list = await cli(['token', 'list', '--json'], { env: siteEnvironment(site.directory) });
    const { tokens } = JSON.parse(list.stdout) as { tokens: { id: string | null }[] };
    known.ID = tokens.find(({ id }) => id !== null)?.id ?? '';
  });

  it('find nothing wrong with the sample of the README', async () => {
    const { code, stdout } = await cli(['check', known.FILE ?? '']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('1 of 1 without a fault')]);
  });

  it.each(requests)('$method $url', async ({ url, method, headers, body }) => {
    const session = await site.adminToken();
    const place = url.replace(/^https?:\/\/[^/]+/, site.url).replace(/\bID\b/, known.dlv ?? '');
    const response = await fetch(place, {
      method,
      headers: headers.map(([name, value]) => [name, value.replace('$SESSION', session)]),
      ...(body === undefined ? {} : { body }),
    });
    expect([response.ok, await response.text()]).toEqual([true, expect.any(String)]);
  });
});

describe('the plugin configuration that the pages show', () => {
  const shown = samplesOf('the plugin’s configuration');

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
