import type { Core } from '@strapi/types';
import type { WantedArticle } from '../article-content/wanted-article';
import { ledgerOf } from '../ledger/ledger';
import { leavesOf } from '../mapping/values/compute';
import { idsIn } from '../projection/article/references';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import { beforeMadeAgain } from '../projection/merge/same-files';

/**
 * What the feed's values for an editor's fields may have been before somebody deleted files that were made again
 * since, by field: the feed says nothing new with that.
 */
export async function valuesBeforeMadeAgain(
  strapi: Core.Strapi,
  { state, place }: Pick<WantedArticle, 'state' | 'place'>,
  draft: Fields | null,
  wanted: Fields,
): Promise<Map<string, unknown[]>> {
  const changed = [...leavesOf(place.mapping.shapes)].flatMap(([path, { kind }]) => {
    const last = state.base?.[path];
    if (kind !== 'media' || !draft || last === undefined) return [];
    return [wanted[path], draft[path]].every((value) => fingerprint(value) !== last) ? [path] : [];
  });
  if (changed.length === 0) return new Map();
  const ids = changed.flatMap((path) => idsIn(wanted[path]) as number[]);
  const former = await ledgerOf(strapi).imageFiles.formerIdsOf(ids);
  return new Map(
    changed.map((path) => [path, beforeMadeAgain(wanted[path], former, state.files[path] ?? [])]),
  );
}
