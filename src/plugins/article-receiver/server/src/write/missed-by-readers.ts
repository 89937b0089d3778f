import type { Core } from '@strapi/types';
import type { ArticleWord } from '../article-content/wanted-article';
import type { EntryPlace } from '../entries/entry-place';
import { thereAllAlong } from '../entries/still-there';
import { leavesOf } from '../mapping/values/compute';
import { idsIn, isBereft } from '../projection/article/references';
import type { Fields } from '../projection/merge/merge';

/**
 * The relations in which readers have what a word publishes less entries that were deleted and come back with it. The
 * draft that they lead to as well may show something newer, and have lost nothing.
 * @param published what readers have.
 */
export async function missedByReaders(
  strapi: Core.Strapi,
  { mapping: { shapes }, locale }: EntryPlace,
  { content: { fields, recreated } }: ArticleWord,
  published: Fields,
): Promise<Set<string>> {
  const missed = new Set<string>();
  for (const [path, shape] of leavesOf(shapes)) {
    if (shape.kind !== 'relation') continue;
    const said = idsIn(fields[path]).filter((id) => typeof id === 'string');
    const shown = idsIn(published[path]);
    // Mostly so: then there is nothing to ask.
    if (said.every((id) => shown.includes(id))) continue;
    const there = await thereAllAlong(strapi, shape, said, locale);
    const isThere = (id: string) => there.has(id) && !recreated.has(id);
    if (isBereft(published[path], said, isThere)) missed.add(path);
  }
  return missed;
}
