import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { isRecord, recordOf } from '../../../shared/records';

/** What Strapi reads of a plugin's entry in `config/plugins`. */
const READ = ['enabled', 'resolve', 'isModule', 'config'];

/**
 * What stands in the plugin's entry where options are not looked for: Strapi passes over it without a word,
 * and the site would run as if it was not there.
 * @param configFolder where the site's compiled config files lie.
 * @param params what Strapi calls them with.
 */
export function besideConfig(configFolder: string, params: object): string[] {
  const files = ['.', join('env', process.env.NODE_ENV ?? '')].map((folder) =>
    join(configFolder, folder, 'plugins.js'),
  );
  const names = files.filter(existsSync).flatMap((file) => {
    const entry = recordOf(exportedBy(file, params))[PLUGIN_ID];
    return isRecord(entry) ? Object.keys(entry) : [];
  });
  return [...new Set(names)].filter((name) => !READ.includes(name));
}

/** Node keeps what Strapi itself has loaded before. */
function exportedBy(file: string, params: object): unknown {
  const module: unknown = createRequire(file)(file);
  const value = recordOf(module).__esModule ? recordOf(module).default : module;
  return typeof value === 'function' ? (value as (params: object) => unknown)(params) : value;
}

/** What to say of them; null when there is nothing. */
export function faultOfBeside(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const named = names.map((name) => `"${name}"`).join(', ');
  return `${named}: expected within "config"; Strapi reads nothing of it beside "enabled"`;
}
