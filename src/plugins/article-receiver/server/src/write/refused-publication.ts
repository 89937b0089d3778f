import { reasonOf, type Reason } from '../../../shared/deliveries/reasons';
import { wordsOf } from '../faults/explain';
import { isLack, isSaidNo, isValueTaken, lackingFields, refusedFields } from '../faults/refusal';
import { leavesOf } from '../mapping/values/compute';
import type { Shapes } from '../mapping/model/mapping';

/** Why Strapi, or a rule of the site's own, did not let an article be published, or be taken offline. */
export interface RefusedPublication {
  reason: Reason;
  /** The fields at fault, by the paths that the projection has for them. */
  fields: string[];
}

/** What Strapi's review workflows say; there is nothing else to tell it by. */
const STAGE = /required stage/i;

/** A refusal in words for an editor; null for a fault, which may be gone the next time. */
export function refusalOf(
  error: unknown,
  step: 'publish' | 'unpublish',
  shapes: Shapes,
): RefusedPublication | null {
  if (!isSaidNo(error)) return null;
  // Strapi checks nothing of what is taken offline.
  if (step === 'unpublish')
    return { reason: reasonOf('unpublicationRule', { text: wordsOf(error) }), fields: [] };
  const paths = refusedFields(error);
  const fields = [...new Set(paths.map((path) => fieldOf(path, shapes)))];
  if (fields.length > 0) {
    return { reason: reasonOfFields(error, paths), fields };
  }
  if (STAGE.test(error.message)) return { reason: reasonOf('publicationStage'), fields };
  return { reason: reasonOf('publicationRule', { text: wordsOf(error) }), fields };
}

function reasonOfFields(error: Error, paths: readonly string[]): Reason {
  const fields = named(paths);
  const empty = named(lackingFields(error));
  if (isLack(error)) return reasonOf('publicationLacks', { fields });
  if (isValueTaken(error)) return reasonOf('publicationTaken', { fields });
  if (empty.length === 0) return reasonOf('publicationMisfits', { fields });
  const others = fields.filter((field) => !empty.includes(field));
  return reasonOf('publicationLacksAndMisfits', { empty, fields: others });
}

/** In words, what of an item is at fault: the list that it is in is not empty. */
const named = (paths: readonly string[]): string[] => [...new Set(paths.map(withoutPlaces))];

/** `takeaways.0.text` is about the list, which is one field; so is what lies in a whole value. */
function fieldOf(path: string, shapes: Shapes): string {
  const leaves = leavesOf(shapes);
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const part = parts.slice(0, length).join('.');
    if (leaves.has(part)) return part;
  }
  return withoutPlaces(path);
}

/** A path without the places of items in their lists. */
const withoutPlaces = (path: string): string =>
  path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .join('.');
