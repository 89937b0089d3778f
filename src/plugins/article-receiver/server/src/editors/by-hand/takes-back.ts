import type { Core } from '@strapi/types';
import type { EntryPlace } from '../../entries/entry-place';
import { readVersions } from '../../entries/read-entry';
import { unpublishedIn } from '../../entries/unmapped/unmapped-fields';
import { rootOf } from '../../mapping/values/changes';
import { fingerprint } from '../../projection/merge/fingerprint';
import type { Fields } from '../../projection/merge/merge';

/** What was just saved of an entry. */
interface Saved {
  place: EntryPlace;
  documentId: string;
  /** Of the fields that the feed fills: what was saved, and what was there before. */
  values: Fields;
  before: Fields;
  /** The fields that the mapping leaves to the editors and that were changed. */
  besides: readonly string[];
}

/** Whether somebody who changed a field made it again what is published. */
export async function takesBack(
  strapi: Core.Strapi,
  { place, documentId, values, before, besides }: Saved,
): Promise<boolean> {
  const changed = differing(Object.keys(values), values, before);
  if (changed.length > 0) {
    const now = await readVersions(strapi, place, documentId);
    if (now?.published && differing(changed, now.draft, now.published).length < changed.length)
      return true;
  }
  const left = await unpublishedIn(strapi, { place, documentId }, besides);
  return besides.some((name) => !left.map(rootOf).includes(name));
}

const differing = (fields: readonly string[], one: Fields, other: Fields): string[] =>
  fields.filter((field) => fingerprint(one[field]) !== fingerprint(other[field]));
