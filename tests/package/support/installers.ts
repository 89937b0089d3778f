import { join } from 'node:path';
import { installTool } from './tools';

export type InstallerName = 'npm' | 'yarn' | 'pnpm';

export interface Installer {
  readonly name: InstallerName;
  /** Its package, where it has to be installed itself. */
  readonly tool: readonly [name: string, version: string] | null;
  /** Adds a tarball to the site, whose other packages are not there yet. */
  add(tarball: string): string[];
  /** Settings besides its own. */
  readonly env: Record<string, string>;
  /** Settings that newer generators of Strapi's write into the site, and older ones do not. */
  readonly olderEnv: Record<string, string>;
  /** What keeps packages from running scripts when they are installed. */
  readonly withoutScripts: Record<string, string>;
}

const DAY_MS = 24 * 60 * 60 * 1_000;

/**
 * Minutes since the beginning of the last Sunday (UTC) that is some days ago. Days ago to the minute, a
 * package could be old enough a few minutes before the binaries that were published with it are.
 */
function minutesSinceSunday(daysAgo: number): number {
  const sunday = new Date(Date.now() - daysAgo * DAY_MS);
  sunday.setUTCDate(sunday.getUTCDate() - sunday.getUTCDay());
  return Math.floor((Date.now() - sunday.setUTCHours(0, 0, 0, 0)) / 60_000);
}

export const INSTALLERS: Record<InstallerName, Installer> = {
  npm: {
    name: 'npm',
    tool: null,
    add: (tarball) => ['install', tarball],
    env: { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' },
    olderEnv: {},
    withoutScripts: { npm_config_ignore_scripts: 'true' },
  },
  yarn: {
    name: 'yarn',
    tool: ['@yarnpkg/cli-dist', '4.18.1'],
    add: (tarball) => ['add', `strapi-plugin-article-receiver@file:${tarball}`],
    env: {
      YARN_ENABLE_TELEMETRY: 'false',
      // Yarn looks up the binaries of all platforms. What is new may not be everywhere for all yet.
      YARN_NPM_MINIMAL_AGE_GATE: `${minutesSinceSunday(60)}m`,
      YARN_NPM_PREAPPROVED_PACKAGES: '@strapi/*',
    },
    olderEnv: { YARN_NODE_LINKER: 'node-modules' },
    // What Yarn does by default, unless the site says otherwise.
    withoutScripts: { YARN_ENABLE_SCRIPTS: 'false' },
  },
  pnpm: {
    name: 'pnpm',
    tool: ['pnpm', '12.21.0'],
    add: (tarball) => ['add', tarball],
    env: {},
    // Which packages may run scripts: pnpm insists on an answer.
    olderEnv: { pnpm_config_strict_dep_builds: 'false' },
    withoutScripts: { pnpm_config_ignore_scripts: 'true' },
  },
};

/** The folder of the installer's programs; null where it is there already. */
export async function programsOf({ tool }: Installer): Promise<string | null> {
  if (!tool) return null;
  const [name, version] = tool;
  const folder = await installTool(name, version);
  return join(folder.slice(0, -name.length), '.bin');
}
