import { createHash } from 'node:crypto';
import type { Beginning } from '../databases/database';
import type { Overlay } from './overlay';

/**
 * With what the database of a site begins that differs like this. Options of the plugin change no
 * table, nor do values of config files, as far as tests give any: sites with the same types begin with
 * the same ones, and the first of them as a site to which its types are added. An extension may change
 * tables that are there already; files in the place of values are about the database itself.
 */
export function beginningOf(
  { siteFiles, types, extension, ...others }: Overlay,
  env: Record<string, string> = {},
): Beginning {
  if (siteFiles) return 'empty';
  if (!types && !extension) return 'data';
  const differing = JSON.stringify([types, extension, others, env]);
  const kind = extension ? 'extended' : 'types';
  return `${kind}-${createHash('sha256').update(differing).digest('hex').slice(0, 16)}`;
}
