import { blocksOf, PAGES, type Block } from './pages';

/** A kind of sample: which blocks it is, and the test that holds them against what they are for. */
interface Kind {
  readonly checkedBy: string;
  takes(block: Block): boolean;
}

const lines = (code: string): string[] =>
  code
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));

const isShell = ({ language }: Block): boolean => /^(sh|console)$/.test(language);
const isScript = ({ language }: Block): boolean => /^[jt]s$/.test(language);
/** Whether all lines are commands that begin so; of a session, with what they print, the first. */
const begins = (block: Block, start: string): boolean =>
  block.language === 'console'
    ? block.code.startsWith(`$ ${start}`)
    : block.language === 'sh' && lines(block.code).every((line) => line.startsWith(start));
const on =
  (page: string, takes: (block: Block) => boolean = () => true) =>
  (block: Block): boolean =>
    block.page === page && takes(block);
const has =
  (text: string) =>
  ({ code }: Block): boolean =>
    code.includes(text);

/**
 * Every sample of the README and docs is of the first of these kinds that takes it. A new one that is
 * of none has to get a check (`tests/unit/docs-samples.test.ts`).
 */
export const KINDS = {
  'the way out': {
    checkedBy: 'tests/site/uninstall.test.ts',
    takes: on('docs/uninstall.md', isShell),
  },
  'a site’s own code': {
    checkedBy: 'tests/site/site-code.test.ts',
    takes: on('docs/site-code.md', ({ language }) => language === 'js'),
  },
  'steps of the installation': {
    checkedBy: 'tests/package/support/generated-site.ts',
    takes: on(
      'README.md',
      (block) =>
        has('YOUR-TOKEN')(block) ||
        has('npm install strapi-plugin')(block) ||
        has('>> .env')(block) ||
        (isScript(block) && has('users-permissions')(block)),
    ),
  },
  'work on the repository': {
    checkedBy: 'tests/unit/readme.test.ts',
    takes: on('README.md', has('npm ci')),
  },
  'a body of the feed': {
    checkedBy: 'tests/site/docs-commands.test.ts',
    takes: on('README.md', ({ language }) => language === 'json'),
  },
  'commands for a mapping': {
    checkedBy: 'tests/site/cli-map.test.ts',
    takes: (block) => begins(block, 'npx article-receiver map '),
  },
  commands: {
    checkedBy: 'tests/site/docs-commands.test.ts',
    takes: (block) => begins(block, 'npx article-receiver '),
  },
  requests: {
    checkedBy: 'tests/site/docs-commands.test.ts',
    takes: (block) => block.language === 'sh' && block.code.startsWith('curl '),
  },
  'the plugin’s configuration': {
    checkedBy: 'tests/site/docs-commands.test.ts',
    takes: (block) => isScript(block) && /'article-receiver': \{/.test(block.code),
  },
  'a query of GraphQL': {
    checkedBy: 'tests/consumers/graphql.test.ts',
    takes: ({ language }) => language === 'graphql',
  },
  'an event': {
    checkedBy: 'tests/admin/alert-events.test.ts',
    takes: on('docs/monitoring.md', ({ language }) => language === 'json'),
  },
  'figures for Prometheus': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: ({ language }) => language === 'yaml',
  },
  'a proxy that waits': {
    checkedBy: 'tests/site/docs-proxies.test.ts',
    takes: ({ language }) => language === 'haproxy',
  },
  'processes behind a proxy': {
    checkedBy: 'tests/site/docs-proxies.test.ts',
    takes: (block) => block.language === 'nginx' && has('upstream')(block),
  },
  'a proxy': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: ({ language }) => language === 'nginx',
  },
  'a reason': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: on('docs/admin-api.md', ({ language }) => language === 'json'),
  },
  'inputs for own types': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: on('docs/own-types.md', ({ language }) => language === 'json'),
  },
  'what is wrong with a mapping': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: on('docs/own-types.md', ({ language }) => language === ''),
  },
  'functions of a mapping': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: on('docs/own-types.md', ({ language }) => language === 'js'),
  },
  'assistants’ server and client': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: on('docs/assistants.md'),
  },
  'the handler of previews': {
    checkedBy: 'tests/admin/article-origin.test.ts',
    takes: (block) => isScript(block) && has('articlePreview(')(block),
  },
  'JSON-LD in a page': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: on('docs/front-ends.md', has('article.jsonLd')),
  },
  'languages of the panel': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: on('docs/admin.md', isScript),
  },
  'several processes': {
    checkedBy: 'tests/site/docs-samples.test.ts',
    takes: on('docs/scaling.md', isShell),
  },
  'SQLite with a write-ahead log': {
    checkedBy: 'tests/faults/database.test.ts',
    takes: on('docs/scaling.md', isScript),
  },
} satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

/** What needs no check, with the reason. */
export const EXEMPT: readonly { page: string; begins: string; because: string }[] = [
  {
    page: 'docs/how-it-works.md',
    begins: ' the service ──POST──▶ webhook',
    because: 'a picture of the way of a delivery, in letters',
  },
];

/** The samples of all pages. */
export const SAMPLES: readonly Block[] = PAGES.flatMap(blocksOf);

/** The kind of a sample; null where it is of none. */
export const kindOf = (block: Block): KindName | null =>
  (Object.keys(KINDS) as KindName[]).find((name) => KINDS[name].takes(block)) ?? null;

/** The samples of one kind; there is one at least. */
export function samplesOf(kind: KindName): Block[] {
  const found = SAMPLES.filter((block) => kindOf(block) === kind);
  if (found.length === 0) throw new Error(`The pages have no sample of ${kind}.`);
  return found;
}
