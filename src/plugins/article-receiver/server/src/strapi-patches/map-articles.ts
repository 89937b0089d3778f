import { isRecord } from '../../../shared/records';
import { UIDS } from '../content-types/uids';
import type { Attribute, Schema, Schemas } from '../mapping/model/schemas';

type Entry = Readonly<Record<string, unknown>>;

/** The type behind every attribute of media. */
const FILE = 'plugin::upload.file';

/**
 * An entry as the Content API answers it, without the articles behind it that are not to be kept; in
 * relations, components and dynamic zones, however deep.
 */
export function mapArticles(
  data: unknown,
  schema: Schema | undefined,
  schemas: Schemas,
  isKept: (article: Entry) => boolean,
): unknown {
  if (Array.isArray(data)) return data.map((one) => mapArticles(one, schema, schemas, isKept));
  if (!isRecord(data) || !schema) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const attribute = Object.hasOwn(schema.attributes, name)
        ? schema.attributes[name]
        : undefined;
      return [name, attribute && LEADING.has(attribute.type) ? behind(value, attribute) : value];
    }),
  );

  function behind(value: unknown, attribute: Attribute): unknown {
    if (Array.isArray(value)) {
      return value.flatMap((one) => {
        const kept = behind(one, attribute);
        return kept === null ? [] : [kept];
      });
    }
    if (!isRecord(value)) return value;
    const uid = uidBehind(value, attribute);
    if (uid === null) return value;
    if (uid === UIDS.article && !isKept(value)) return null;
    return mapArticles(
      value,
      schemas.contentTypes[uid] ?? schemas.components[uid],
      schemas,
      isKept,
    );
  }
}

/** Attributes with other entries, or parts, in them. In all others a list is a value, as it stands. */
const LEADING = new Set(['component', 'dynamiczone', 'media', 'relation']);

/** The type of what stands in an attribute; null for a value. */
function uidBehind(value: Entry, attribute: Attribute): string | null {
  if (attribute.type === 'media') return FILE;
  if (attribute.type === 'component') return attribute.component ?? null;
  if (attribute.type === 'dynamiczone') return nameIn(value.__component);
  if (attribute.type !== 'relation') return null;
  return attribute.target ?? nameIn(value.__type);
}

const nameIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);
