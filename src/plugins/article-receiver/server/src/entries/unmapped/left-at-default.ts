import type { Core } from '@strapi/types';
import type { Mapping } from '../../mapping/model/mapping';
import type { Attribute, Schemas } from '../../mapping/model/schemas';
import { leavesOf } from '../../mapping/values/compute';
import type { StreamState } from '../../projection/article/stream-state';
import { fingerprint } from '../../projection/merge/fingerprint';
import type { Fields } from '../../projection/merge/merge';
import { schemasOf } from '../../strapi/schemas';

/**
 * Fields that the site's mapping names by now and nobody has filled: they have what the schema gives every new entry.
 * In an entry that the receiver did not make, that may be what its author wanted.
 * @param draft the entry's values as the mapping reads them now.
 */
export function leftAtDefault(
  strapi: Core.Strapi,
  { uid, shapes }: Pick<Mapping, 'uid' | 'shapes'>,
  { base, adoptedBy }: Pick<StreamState, 'base' | 'adoptedBy'>,
  draft: Fields,
): string[] {
  if (base === null || adoptedBy !== null) return [];
  const schemas = schemasOf(strapi);
  return [...leavesOf(shapes)].flatMap(([path, { kind }]) => {
    if (kind !== 'scalar' || base[path] !== undefined) return [];
    const usual = attributeAt(schemas, uid, path)?.default;
    return usual !== undefined && fingerprint(usual) === fingerprint(draft[path]) ? [path] : [];
  });
}

/** The attribute behind a path that leads through components. */
function attributeAt(
  { contentTypes, components }: Schemas,
  uid: string,
  path: string,
): Attribute | undefined {
  const [first = '', ...names] = path.split('.');
  return names.reduce<Attribute | undefined>(
    (outer, name) => components[outer?.component ?? '']?.attributes[name],
    contentTypes[uid]?.attributes[first],
  );
}
