import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { CommandError, EXIT, messageOf } from '../exit';
import type { Compiler } from './config-objects';
import {
  newConfig,
  placeForTarget,
  propertyFor,
  targetFile,
  withTarget,
  type TargetPlace,
} from './edit-config';
import { literal } from './literal';

export interface WrittenConfig {
  /** The file that was written, from the site's folder. */
  file: string;
  /** What is left to do by hand; empty when nothing is. */
  steps: string[];
}

/** What somebody can paste into a file. */
export interface Snippet {
  /** Where it goes. */
  place: string;
  text: string;
}

/** The site's `config/plugins`, as far as it can be read. */
interface PluginsConfig {
  language: 'ts' | 'js';
  /** Null where there is none, or more than one. */
  file: string | null;
  source: string | null;
  place: TargetPlace;
}

const NAME = 'article-receiver-target';
/** Strapi takes the configuration of plugins from nothing else: not from JSON. */
const EXTENSIONS = ['ts', 'js'];
const UNSEEN: TargetPlace = { object: null, has: 'nothing' };

/** A mapping as it can be pasted into the site's `config/plugins`, by what is in that file. */
export async function snippetFor(site: string, target: unknown): Promise<Snippet> {
  const { file, place, language } = await readPlugins(site);
  const { name, value } = propertyFor(place.has, target);
  const lines = literal({ [name]: value }, '', true)
    .split('\n')
    .slice(1, -1);
  const within = {
    nothing: 'within the object that it exports',
    plugin: `within '${PLUGIN_ID}'`,
    config: `within the config of '${PLUGIN_ID}'`,
    target: `within the config of '${PLUGIN_ID}', in the place of its target`,
  };
  const where = file ?? `config/plugins.${language}`;
  return {
    place: `${where}, ${within[place.has]}`,
    text: lines.map((line) => line.slice(2)).join('\n'),
  };
}

/**
 * Writes a mapping into the site's configuration: into `config/plugins` where it can be seen where
 * it belongs there, else into a file of its own, to be named in `config/plugins` by hand.
 * No file that is there is ever lost: what cannot be edited safely stays as it is.
 */
export async function writeConfig(site: string, target: unknown): Promise<WrittenConfig> {
  const { language, file, source, place } = await readPlugins(site);
  if (file === null && source === null) {
    const fresh = `config/plugins.${language}`;
    await replace(site, fresh, newConfig(target, language));
    return { file: fresh, steps: [] };
  }
  const compiler = compilerOf(site);
  const edited = file && source !== null && compiler && withTarget(compiler, source, target);
  if (edited) {
    await replace(site, file, edited);
    return { file, steps: [] };
  }
  const own = `src/${NAME}.${language}`;
  const text = targetFile(target, language);
  const before = await readFile(join(site, own), 'utf8').catch(() => text);
  // Somebody may have worked on it since.
  if (before !== text)
    throw new CommandError(
      EXIT.findings,
      `${own} is there already, and stays; without --write the mapping is only shown`,
    );
  await replace(site, own, text);
  const load =
    language === 'ts'
      ? `import target from '../src/${NAME}';`
      : `const target = require('../src/${NAME}');`;
  const where = file ?? 'config/plugins';
  return { file: own, steps: [`at the top of ${where}: ${load}`, stepFor(place.has)] };
}

/** Names the mapping's file where the option belongs; to be pasted as it is. */
function stepFor(has: TargetPlace['has']): string {
  const entry = `'${PLUGIN_ID}'`;
  if (has === 'nothing')
    return `in what it exports: ${entry}: { enabled: true, config: { target } },`;
  if (has === 'plugin') return `in its ${entry}: config: { target },`;
  const instead = has === 'target' ? ' in the place of the target that is there' : '';
  return `in the config of its ${entry}${instead}: target,`;
}

async function readPlugins(site: string): Promise<PluginsConfig> {
  const language = existsSync(join(site, 'tsconfig.json')) ? 'ts' : 'js';
  const names = EXTENSIONS.map((extension) => `config/plugins.${extension}`);
  const [file = null, another] = names.filter((name) => existsSync(join(site, name)));
  if (file === null) return { language, file, source: null, place: UNSEEN };
  if (another !== undefined) return { language, file: null, source: '', place: UNSEEN };
  const source = await readFile(join(site, file), 'utf8');
  const compiler = compilerOf(site);
  return { language, file, source, place: compiler ? placeForTarget(compiler, source) : UNSEEN };
}

/** The compiler that the site's Strapi brings; null where it cannot be had. */
function compilerOf(site: string): Compiler | null {
  try {
    const fromStrapi = createRequire(
      createRequire(join(site, 'package.json')).resolve('@strapi/strapi/package.json'),
    );
    const fromTools = createRequire(fromStrapi.resolve('@strapi/typescript-utils/package.json'));
    return fromTools('typescript') as Compiler;
  } catch {
    return null;
  }
}

/** Puts a text in the place of a file, at the end of all links, for those to read who could read that. */
async function replace(site: string, file: string, text: string): Promise<void> {
  const named = join(site, file);
  const place = await realpath(named).catch(() => named);
  const fresh = `${place}.new`;
  try {
    await mkdir(dirname(place), { recursive: true });
    const before = await stat(place).catch(() => null);
    await writeFile(fresh, text);
    if (before) await chmod(fresh, before.mode);
    await rename(fresh, place);
  } catch (error) {
    await rm(fresh, { force: true }).catch(() => undefined);
    throw new CommandError(EXIT.findings, `${file} could not be written: ${messageOf(error)}`);
  }
}
