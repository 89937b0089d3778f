import type { Core } from '@strapi/types';
import { recordOf } from '../../../../shared/records';
import type { Shape, Shapes } from '../../mapping/model/mapping';
import type { Schema } from '../../mapping/model/schemas';
import { wholeShapes } from '../../mapping/model/unmapped';
import { isFilledBeside } from '../../mapping/values/beside-mapping';
import { populateOf, type Row } from '../../mapping/values/read-entry';
import { emptiedParts } from '../../mapping/values/write-entry';
import type { Fields } from '../../projection/merge/merge';
import { documents } from '../../strapi/documents';
import { schemasOf } from '../../strapi/schemas';
import { inLocale, type EntryPlace } from '../entry-place';

/**
 * The paths of components of which nothing is left once something is written: neither of the feed's nor of an
 * editor's. An entry that never had a value for one is without it, too, and what is required within a component
 * is asked of one that is there.
 * @param row the entry's draft as it is, populated with `populateOf`.
 */
export async function partsGone(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  { write, row }: { write: Fields; row: Row },
): Promise<ReadonlySet<string>> {
  const { mapping } = place;
  const emptied = emptiedParts(mapping.shapes, write, row);
  const schemas = schemasOf(strapi);
  const type = schemas.contentTypes[mapping.uid];
  if (emptied.length === 0 || !type) return new Set();
  const { components } = schemas;
  const whole = await documents(strapi, mapping.uid).findOne({
    documentId,
    ...inLocale(place),
    ...(mapping.draftAndPublish ? { status: 'draft' } : {}),
    populate: populateOf(wholeShapes(type, components)),
  });
  return new Set(
    emptied.filter((path) => isFree(path.split('.'), mapping.shapes, type, whole ?? {})),
  );

  /** Whether a component may go: nobody wrote anything else in it, and the schema can do without. */
  function isFree(
    [name = '', ...rest]: string[],
    mapped: Shapes,
    owner: Schema,
    entry: Row,
  ): boolean {
    const shape: Shape | undefined = mapped[name];
    const attribute = owner.attributes[name];
    const schema = components[attribute?.component ?? ''];
    if (shape?.kind !== 'component' || !schema) return false;
    const part = recordOf(entry[name]);
    if (rest.length > 0) return isFree(rest, shape.fields, schema, part);
    return !attribute?.required && !isFilledBeside(shape.fields, { schema, components }, part);
  }
}
