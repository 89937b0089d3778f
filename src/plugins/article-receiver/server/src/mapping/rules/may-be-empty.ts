import { computeValues, leavesOf } from '../values/compute';
import { SAMPLE_VALUES } from './sample-values';
import type { Attribute, Schema, Schemas } from '../model/schemas';
import type { Mapping } from '../model/mapping';
import type { Fields } from '../../projection/merge/merge';
import { isBlank } from '../model/texts';

/** A delivery with everything, and one with the least that one can have. */
const [WHOLE = {}, LEAST = {}] = SAMPLE_VALUES;

/** The least that a delivery can have, and one thing more: that may fill a component which lacks the rest. */
const LITTLE = [
  LEAST,
  ...Object.entries(WHOLE).map(([name, value]) => ({ ...LEAST, [name]: value })),
];

/**
 * The paths of required fields that a mapping leaves empty where a delivery says little: such an article
 * cannot be published until an editor fills them.
 */
export function mayBeEmpty(target: Mapping, schemas: Schemas): string[] {
  const owner = schemas.contentTypes[target.uid];
  if (!owner) return [];
  const relation = (): string => 'an entry';
  const found = { blockImage: () => null, relation };
  const little = LITTLE.map((values) => {
    const scope = { values, item: null, html: 'escape' as const, issues: [], ...found };
    return computeValues(target, scope).values;
  });
  return [...leavesOf(target.shapes).keys()].filter((path) =>
    little.some(
      (values) => path in values && isBlank(values[path]) && isAsked(owner, path, schemas, values),
    ),
  );
}

/** Whether a field is required, and each component that it is in is so, too, or there with these values. */
function isAsked(owner: Schema, path: string, { components }: Schemas, values: Fields): boolean {
  const isThere = (component: string) =>
    Object.entries(values).some(
      ([other, value]) => other.startsWith(`${component}.`) && !isBlank(value),
    );
  let schema: Schema | undefined = owner;
  let attribute: Attribute | undefined;
  let at = '';
  for (const name of path.split('.')) {
    at = at === '' ? name : `${at}.${name}`;
    attribute = schema?.attributes[name];
    if (!attribute?.required && (at === path || !isThere(at))) return false;
    schema = components[attribute?.component ?? ''];
  }
  return attribute !== undefined && attribute.default === undefined;
}
