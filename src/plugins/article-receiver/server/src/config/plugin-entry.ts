import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { isRecord, recordOf } from '../../../shared/records';
import { isPromise } from './at-once';

/** What Strapi reads of a plugin's entry in `config/plugins`. */
const READ = ['enabled', 'resolve', 'isModule', 'config'];

const PROMISED =
  'config/plugins: expected an object at once, and no promise; Strapi waits for none and reads no option from it';

/**
 * What is wrong with the plugin's entry in `config/plugins`, which Strapi passes over without a word, so that
 * the site would run as if it was not there; null when nothing is.
 * @param configFolder where the site's compiled config files lie.
 * @param params what Strapi calls them with.
 */
export function faultOfEntry(configFolder: string, params: object): string | null {
  const folders = ['.', join('env', process.env.NODE_ENV ?? '')];
  const exported = folders
    .map((folder) => join(configFolder, folder, 'plugins.js'))
    .filter(existsSync)
    .map((file) => exportedBy(file, params));
  if (exported.some(isPromise)) return PROMISED;
  const entries = exported.map((plugins) => recordOf(plugins)[PLUGIN_ID]).filter(isRecord);
  const beside = new Set(entries.flatMap((entry) => Object.keys(entry)));
  for (const name of READ) beside.delete(name);
  return faultOfBeside([...beside]) ?? faultOfConfig(entries.map(({ config }) => config));
}

/** Node keeps what Strapi itself has loaded before. */
function exportedBy(file: string, params: object): unknown {
  const module: unknown = createRequire(file)(file);
  const value = recordOf(module).__esModule ? recordOf(module).default : module;
  return typeof value === 'function' ? (value as (params: object) => unknown)(params) : value;
}

function faultOfBeside(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const named = names.map((name) => `"${name}"`).join(', ');
  return `${named}: expected within "config"; Strapi reads nothing of it beside "enabled"`;
}

/** Strapi calls no function there, and takes a text letter by letter. */
function faultOfConfig(given: readonly unknown[]): string | null {
  const isWrong = given.some(
    (config) => config !== undefined && config !== null && !isRecord(config),
  );
  if (!isWrong) return null;
  return '"config": expected an object, like { publishOnReady: true }; "env" is given to the function around all plugins';
}
