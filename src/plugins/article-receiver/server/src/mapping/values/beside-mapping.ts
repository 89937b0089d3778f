import { recordOf } from '../../../../shared/records';
import { fingerprint } from '../../projection/merge/fingerprint';
import { isEmptyValue } from '../../projection/merge/is-nothing';
import { fillable, type Attribute, type Schema, type Schemas } from '../model/schemas';
import type { Shapes } from '../model/mapping';
import { componentOf, rowsOf, type Row } from './read-entry';

type Components = Schemas['components'];

/**
 * Whether an entry has something that only people can have written: in a field that the mapping does not fill,
 * in such a part of a component or list item, or in a section of a kind that it does not make.
 * @param row the entry, populated whole.
 * @param isMeant which of the entry's own fields are looked at.
 */
export const isFilledBeside = (
  mapped: Shapes,
  { schema, components }: { schema: Schema; components: Components },
  row: Row,
  isMeant: (attribute: Attribute) => boolean = () => true,
): boolean =>
  fillable(schema).some((name) => {
    const attribute = schema.attributes[name];
    if (!attribute || !isMeant(attribute)) return false;
    const shape = mapped[name];
    const value = row[name];
    if (shape === undefined) return isFilled(attribute, value, components);
    if (shape.kind === 'component')
      return isPartFilled(shape.fields, attribute.component, value, components);
    if (shape.kind !== 'list') return false;
    return rowsOf(value).some((item) => {
      const uid = componentOf(shape, item);
      const fields = shape.named[uid];
      return fields === undefined || isPartFilled(fields, uid, item, components);
    });
  });

function isPartFilled(
  mapped: Shapes,
  uid: string | undefined,
  value: unknown,
  components: Components,
): boolean {
  const schema = components[uid ?? ''];
  return schema !== undefined && isFilledBeside(mapped, { schema, components }, recordOf(value));
}

/** Whether a field has a value that somebody gave it. */
function isFilled(attribute: Attribute, value: unknown, components: Components): boolean {
  const { type, component, repeatable, mappedBy, default: usual } = attribute;
  // It is kept with the other entry.
  if (mappedBy !== undefined) return false;
  if (type === 'component' && repeatable !== true)
    return isPartFilled({}, component, value, components);
  if (['component', 'dynamiczone', 'media', 'relation'].includes(type))
    return rowsOf(value).length > 0;
  if (isEmptyValue(value) || value === false) return usual === true && value === false;
  return fingerprint(value) !== fingerprint(usual);
}
