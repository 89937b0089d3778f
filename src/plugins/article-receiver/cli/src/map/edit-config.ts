import { PLUGIN_ID } from '../../../shared/plugin-id';
import { exportedObject, type Compiler, type ConfigObject } from './config-objects';
import { literal } from './literal';

/** Where the option `target` belongs in a config file. */
export interface TargetPlace {
  /** The object to put a property into, by the offset of its brace; null where none can be seen. */
  open: number | null;
  /** What is there already of the way to the option. */
  has: 'nothing' | 'plugin' | 'config' | 'target';
}

/** Looks for the place of the option `target` in the source of `config/plugins`. */
export function placeForTarget(compiler: Compiler, source: string): TargetPlace {
  const plugins = exportedObject(compiler, source);
  const plugin = plugins?.property(PLUGIN_ID);
  if (!plugins || plugin === null) return { open: null, has: plugins ? 'plugin' : 'nothing' };
  if (!plugin) return { open: openOf(plugins), has: 'nothing' };
  const config = plugin.property('config');
  if (config === null) return { open: null, has: 'config' };
  if (!config) return { open: openOf(plugin), has: 'plugin' };
  const isThere = config.property('target') !== undefined;
  return isThere ? { open: null, has: 'target' } : { open: openOf(config), has: 'config' };
}

const openOf = ({ open, hasSpread }: ConfigObject): number | null => (hasSpread ? null : open);

/** The property that brings the option to its place, whatever of the way there is missing. */
export function propertyFor(
  has: TargetPlace['has'],
  target: unknown,
): { name: string; value: unknown } {
  if (has === 'plugin') return { name: 'config', value: { target } };
  if (has !== 'nothing') return { name: 'target', value: target };
  return { name: PLUGIN_ID, value: { enabled: true, config: { target } } };
}

/**
 * The source of `config/plugins` with the option `target` in it.
 * @returns null where it cannot be seen where that belongs, or where the option is there already.
 */
export function withTarget(compiler: Compiler, source: string, target: unknown): string | null {
  const { open, has } = placeForTarget(compiler, source);
  if (open === null) return null;
  const { name, value } = propertyFor(has, target);
  const lineStart = source.lastIndexOf('\n', open) + 1;
  const indent = /^[ \t]*/.exec(source.slice(lineStart))?.[0] ?? '';
  const property = literal({ [name]: value }, indent, true)
    .slice(1, -1)
    .trimEnd();
  const rest = source.slice(open + 1);
  const isEmpty = /^\s*\}/.test(rest);
  const end = source.includes('\r\n') ? '\r\n' : '\n';
  const put = property.replaceAll('\n', end);
  const edited =
    source.slice(0, open + 1) + put + (isEmpty ? `${end}${indent}${rest.trimStart()}` : rest);
  return isSound(compiler, edited) ? edited : null;
}

/** Whether a source can be read, as far as the compiler can say. */
const isSound = (compiler: Compiler, source: string): boolean => {
  const options = { reportDiagnostics: true, fileName: 'plugins.ts' } as const;
  return (compiler.transpileModule(source, options).diagnostics ?? []).length === 0;
};

/** The same for a file in JSON. */
export function withTargetInJson(source: string, target: unknown): string | null {
  const plugins = JSON.parse(source) as Record<string, { config?: { target?: unknown } }>;
  const plugin = plugins[PLUGIN_ID];
  if (plugin?.config?.target !== undefined) return null;
  const entry = { enabled: true, ...plugin, config: { ...plugin?.config, target } };
  return `${JSON.stringify({ ...plugins, [PLUGIN_ID]: entry }, null, 2)}
`;
}

/** A whole `config/plugins` for a site that has none. */
export function newConfig(target: unknown, language: 'ts' | 'js'): string {
  const { name, value } = propertyFor('nothing', target);
  const begin = language === 'ts' ? 'export default () => (' : 'module.exports = () => (';
  return `${begin}${literal({ [name]: value })});\n`;
}

/** A file with the mapping alone. */
export const targetFile = (target: unknown, language: 'ts' | 'js'): string =>
  `${language === 'ts' ? 'export default' : 'module.exports ='} ${literal(target)};\n`;
