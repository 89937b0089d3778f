import { createHash } from 'node:crypto';
import type { Beginning } from './database';
import type { Overlay } from './overlay';

/**
 * With what the database of a site begins that differs like this. Options of the plugin change no
 * table; sites with the same types begin with the same ones.
 */
export function beginningOf(
  { site, siteFiles, types, extension, ...others }: Overlay,
  env: Record<string, string> = {},
): Beginning {
  if (site || siteFiles) return 'empty';
  if (!types && !extension) return 'data';
  const differing = JSON.stringify([types, extension, others, env]);
  return `types-${createHash('sha256').update(differing).digest('hex').slice(0, 16)}`;
}
