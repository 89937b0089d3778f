import type { Core } from '@strapi/types';
import { isListBereft } from '../entries/bereft-lists';
import type { EntryPlace } from '../entries/entry-place';
import { thereAllAlong } from '../entries/still-there';
import { findFiles } from '../images/library-files';
import { leavesOf } from '../mapping/values/compute';
import type { StreamState } from '../projection/article/stream-state';
import { idsIn, isBereft } from '../projection/article/references';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import { isAsWritten } from '../projection/merge/stored-as';

/** What is known of what the receiver wrote into an entry. */
interface WhatWasWritten {
  place: EntryPlace;
  state: StreamState;
  /** Documents that had been deleted and are made again. */
  recreated: ReadonlySet<string>;
}

/**
 * Fields that show what was written into them, less what was deleted since. That is no editor's change of the
 * article: otherwise a deleted file would stay out of it for good.
 */
export async function bereftFields(
  strapi: Core.Strapi,
  draft: Fields,
  { recreated, state, place: { mapping, locale } }: WhatWasWritten,
): Promise<Set<string>> {
  const bereft = new Set<string>();
  for (const [path, shape] of leavesOf(mapping.shapes)) {
    const files = state.files[path] ?? [];
    const related = state.related[path] ?? [];
    const isWhole = (written: readonly unknown[]) =>
      fingerprint(idsIn(draft[path])) === fingerprint(written);
    if (shape.kind === 'media' && files.length > 0 && !isWhole(files)) {
      const there = await findFiles(strapi, files);
      if (isBereft(draft[path], files, (id) => there.has(id))) bereft.add(path);
    }
    if (shape.kind === 'relation' && related.length > 0 && !isWhole(related)) {
      const there = await thereAllAlong(strapi, shape, related, locale);
      const isThere = (id: string) => there.has(id) && !recreated.has(id);
      if (isBereft(draft[path], related, isThere)) bereft.add(path);
    }
    if (shape.kind === 'list' && !isAsWritten(state, path, draft[path])) {
      const list = { path, shape, shown: draft[path], state, locale };
      if (await isListBereft(strapi, list, recreated)) bereft.add(path);
    }
  }
  return bereft;
}
