import type { Core } from '@strapi/types';
import type { Mapping, Shape, Shapes } from '../../mapping/model/mapping';
import type { Schema } from '../../mapping/model/schemas';
import { withWholeLists } from '../../mapping/model/unmapped';
import { isFilledBeside } from '../../mapping/values/beside-mapping';
import { componentOf, rowsOf, type Row } from '../../mapping/values/read-entry';
import { schemasOf } from '../../strapi/schemas';
import type { EntryPlace } from '../entry-place';

/** A place in which lists are read whole where the mapping fills components within their items, and else as they are. */
export const withPartsOfItems = (strapi: Core.Strapi, place: EntryPlace): EntryPlace =>
  Object.values(place.mapping.shapes).some(hasPartsOfItems)
    ? { ...place, mapping: withWholeLists(place.mapping, schemasOf(strapi)) }
    : place;

function hasPartsOfItems(shape: Shape): boolean {
  if (shape.kind === 'component') return Object.values(shape.fields).some(hasPartsOfItems);
  if (shape.kind !== 'list') return false;
  const fields = Object.values(shape.named).flatMap((named) => Object.values(named));
  return fields.some((field) => field.kind === 'component' || hasPartsOfItems(field));
}

/**
 * The components within items of lists in which an editor wrote something: they stay where the service says nothing of
 * them any more.
 * @param row the entry as it is, populated with what `withPartsOfItems` gives.
 */
export function partsOfItemsKept(
  strapi: Core.Strapi,
  { uid, shapes }: Pick<Mapping, 'uid' | 'shapes'>,
  row: Row,
): ReadonlySet<Row> {
  const { contentTypes, components } = schemasOf(strapi);
  const kept = new Set<Row>();
  lookInto(shapes, contentTypes[uid], row, false);
  return kept;

  function lookInto(fields: Shapes, owner: Schema | undefined, own: Row, isItem: boolean): void {
    for (const [name, shape] of Object.entries(fields)) {
      if (shape.kind === 'list') {
        for (const item of rowsOf(own[name])) {
          const component = componentOf(shape, item);
          lookInto(shape.named[component] ?? {}, components[component], item, true);
        }
      }
      const [part] = rowsOf(own[name]);
      if (shape.kind !== 'component' || !part) continue;
      const schema = components[owner?.attributes[name]?.component ?? ''];
      if (isItem && schema && isFilledBeside(shape.fields, { schema, components }, part))
        kept.add(part);
      lookInto(shape.fields, schema, part, isItem);
    }
  }
}
