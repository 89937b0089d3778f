import { PLUGIN_ID } from '../../../shared/plugin-id';
import { exportedObject, type Compiler, type ConfigObject } from './config-objects';
import { literal } from './literal';

/** Where the option `target` belongs in a config file. */
export interface TargetPlace {
  /** The object to put a property into, by the offsets of its braces; null where none can be seen. */
  object: Pick<ConfigObject, 'open' | 'close'> | null;
  /** What is there already of the way to the option. */
  has: 'nothing' | 'plugin' | 'config' | 'target';
}

/** Looks for the place of the option `target` in the source of `config/plugins`. */
export function placeForTarget(compiler: Compiler, source: string): TargetPlace {
  const plugins = exportedObject(compiler, source);
  const plugin = plugins?.property(PLUGIN_ID);
  if (!plugins || plugin === null) return { object: null, has: plugins ? 'plugin' : 'nothing' };
  if (!plugin) return { object: seenWhole(plugins), has: 'nothing' };
  const config = plugin.property('config');
  if (config === null) return { object: null, has: 'config' };
  if (!config) return { object: seenWhole(plugin), has: 'plugin' };
  const isThere = config.property('target') !== undefined;
  return isThere ? { object: null, has: 'target' } : { object: seenWhole(config), has: 'config' };
}

const seenWhole = (object: ConfigObject): ConfigObject | null => (object.isUnseen ? null : object);

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
  const { object, has } = placeForTarget(compiler, source);
  if (!object) return null;
  const { open, close } = object;
  const { name, value } = propertyFor(has, target);
  const lineStart = source.lastIndexOf('\n', open) + 1;
  const indent = /^[ \t]*/.exec(source.slice(lineStart))?.[0] ?? '';
  const end = source.includes('\r\n') ? '\r\n' : '\n';
  const property = literal({ [name]: value }, indent, true)
    .slice(1, -1)
    .trimEnd();
  const put = property.replaceAll('\n', end);
  const inner = source.slice(open + 1, close);
  const edited = source.slice(0, open + 1) + within(inner, put, end + indent) + source.slice(close);
  return isSound(compiler, edited) ? edited : null;
}

/**
 * What is between the braces of an object, with another property: the last one, where the object is
 * on one line, which then gets several; otherwise the first.
 */
function within(inner: string, property: string, lineEnd: string): string {
  const others = inner.trim().replace(/,$/, '');
  if (others === '') return `${property}${lineEnd}`;
  if (/\n|\/\*/.test(inner)) return property + inner;
  return `${lineEnd}  ${others},${property}${lineEnd}`;
}

/** Whether a source can be read, as far as the compiler can say. */
const isSound = (compiler: Compiler, source: string): boolean => {
  const options = { reportDiagnostics: true, fileName: 'plugins.ts' } as const;
  return (compiler.transpileModule(source, options).diagnostics ?? []).length === 0;
};

/** A whole `config/plugins` for a site that has none. */
export function newConfig(target: unknown, language: 'ts' | 'js'): string {
  const { name, value } = propertyFor('nothing', target);
  const begin = language === 'ts' ? 'export default () => (' : 'module.exports = () => (';
  return `${begin}${literal({ [name]: value })});\n`;
}

/** A file with the mapping alone. */
export const targetFile = (target: unknown, language: 'ts' | 'js'): string =>
  `${language === 'ts' ? 'export default' : 'module.exports ='} ${literal(target)};\n`;
