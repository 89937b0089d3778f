import type { Core } from '@strapi/types';
import { findFiles } from '../images/library-files';
import type { Shape } from '../mapping/model/mapping';
import { withReferences } from '../mapping/values/list-references';
import { idsIn, isBereft } from '../projection/article/references';
import type { StreamState } from '../projection/article/stream-state';
import { fingerprint } from '../projection/merge/fingerprint';
import { isAsWritten } from '../projection/merge/stored-as';
import { thereAllAlong } from './still-there';

/** A list of an entry, and what was written into it last. */
interface WrittenList {
  path: string;
  shape: Extract<Shape, { kind: 'list' }>;
  shown: unknown;
  state: Pick<StreamState, 'base' | 'storedAs' | 'files' | 'related'>;
  locale: string | null;
}

/**
 * Whether a list shows what was written into it, less files and entries that were deleted since: nobody changed it.
 * @param recreated entries that were deleted and have just been made again.
 */
export async function isListBereft(
  strapi: Core.Strapi,
  { path, shape, shown, state, locale }: WrittenList,
  recreated: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const { files, related } = state;
  const there = new Set<unknown>();
  const lookups: (() => Promise<Iterable<unknown>>)[] = [];
  // Whoever put another file, or moved an item, changed it: nothing has to be looked up to see that.
  let isLess = true;
  withReferences(shape, shown, path, (at, part, value) => {
    const isFile = part.kind === 'media';
    const written = (isFile ? files : related)[at] ?? [];
    if (fingerprint(idsIn(value)) === fingerprint(written)) return value;
    isLess &&= isBereft<unknown>(value, written, (id) => idsIn(value).includes(id));
    lookups.push(
      isFile
        ? async () => (await findFiles(strapi, files[at] ?? [])).keys()
        : () => thereAllAlong(strapi, part, related[at] ?? [], locale),
    );
    return value;
  });
  if (!isLess || lookups.length === 0) return false;
  for (const look of lookups) for (const id of await look()) there.add(id);
  const isThere = (id: unknown) => there.has(id) && !recreated.has(String(id));
  const whole = withReferences(shape, shown, path, (at, part, value) => {
    const written: readonly unknown[] = (part.kind === 'media' ? files : related)[at] ?? [];
    if (!isBereft(value, written, isThere)) return value;
    return Array.isArray(value) ? written : written[0];
  });
  return isAsWritten(state, path, whole);
}
