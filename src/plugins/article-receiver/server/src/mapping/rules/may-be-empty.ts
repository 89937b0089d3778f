import { computeValues, leavesOf } from '../values/compute';
import { SAMPLE_VALUES } from './sample-values';
import type { Attribute, Schema, Schemas } from '../model/schemas';
import type { Mapping } from '../model/mapping';
import { isBlank } from '../model/texts';

/** A delivery with the least that one can have. */
const [, LEAST = {}] = SAMPLE_VALUES;

/**
 * The paths of required fields that a mapping leaves empty where a delivery has only what every delivery
 * has: such an article cannot be published until an editor fills them.
 */
export function mayBeEmpty(target: Mapping, schemas: Schemas): string[] {
  const owner = schemas.contentTypes[target.uid];
  if (!owner) return [];
  const relation = (): string => 'an entry';
  const found = { blockImage: () => null, relation };
  const scope = { values: LEAST, item: null, html: 'escape' as const, issues: [], ...found };
  const { values } = computeValues(target, scope);
  return [...leavesOf(target.shapes).keys()].filter(
    (path) => path in values && isBlank(values[path]) && isRequired(owner, path, schemas),
  );
}

/** Whether a field is required, and so is every component that it is in. */
function isRequired(owner: Schema, path: string, { components }: Schemas): boolean {
  let schema: Schema | undefined = owner;
  let attribute: Attribute | undefined;
  for (const name of path.split('.')) {
    attribute = schema?.attributes[name];
    if (!attribute?.required) return false;
    schema = components[attribute.component ?? ''];
  }
  return attribute !== undefined && attribute.default === undefined;
}
