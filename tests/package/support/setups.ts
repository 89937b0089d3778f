import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstallerName } from './installers';
import type { NodeMajor } from './nodes';
import { ROOT } from './packed-plugin';

export type Language = 'typescript' | 'javascript';

/** What a site is made with. */
export interface Setup {
  readonly strapi: string;
  readonly language: Language;
  readonly node: NodeMajor;
  readonly installer: InstallerName;
  /** Whether it has SQLite also where another database is at hand; see `databaseFor`. */
  readonly onSqlite: boolean;
}

interface Manifest {
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
}

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as Manifest;

const newest = manifestOf('.').dependencies['@strapi/strapi'] ?? '';
/** What the plugin says about itself is what is tried. */
const [, oldest = ''] =
  /^>=(\d+\.\d+\.\d+) /.exec(
    manifestOf('src/plugins/article-receiver').peerDependencies['@strapi/strapi'] ?? '',
  ) ?? [];

/** Whether it is the oldest Strapi that is allowed. */
export const isOldest = ({ strapi }: Setup): boolean => strapi === oldest;

type Ways = readonly (readonly [NodeMajor, InstallerName, 'sqlite'?])[];

/** The first way of each is tried by every run, the others by `npm run test:package -- --all`. */
const setups = (strapi: string, language: Language, ways: Ways): Setup[] =>
  ways
    .slice(0, process.env.PACKAGE_ALL === 'true' ? undefined : 1)
    .map(([node, installer, database]) => ({
      ...{ strapi, language, node, installer },
      onSqlite: database === 'sqlite',
    }));

export const NEWEST_TYPESCRIPT = setups(newest, 'typescript', [
  [24, 'pnpm'],
  [24, 'yarn'],
  [22, 'npm', 'sqlite'],
  [20, 'yarn'],
  [20, 'pnpm'],
]);

export const NEWEST_JAVASCRIPT = setups(newest, 'javascript', [
  [22, 'yarn'],
  [22, 'pnpm'],
  [24, 'npm', 'sqlite'],
  [20, 'npm'],
]);

/** That Strapi does not allow Node 24. */
export const OLDEST = setups(oldest, 'javascript', [
  [20, 'npm'],
  [22, 'npm'],
  [20, 'yarn'],
  [22, 'pnpm'],
]);
