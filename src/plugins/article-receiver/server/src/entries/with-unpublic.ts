import type { Core } from '@strapi/types';
import { recordOf } from '../../../shared/records';
import type { Shape, Shapes } from '../mapping/model/mapping';
import { hasDrafts, isLocalized } from '../mapping/model/schemas';
import { leavesOf } from '../mapping/values/compute';
import { componentOf, rowsOf, type Row } from '../mapping/values/read-entry';
import { fingerprint } from '../projection/merge/fingerprint';
import type { Fields } from '../projection/merge/merge';
import { entryRows } from '../strapi/entries';
import { schemasOf } from '../strapi/schemas';
import { localeOfRelated } from './locales/locales';

/** What a related entry is told by: its type and its documentId. */
type Related = `${string} ${string}`;

/**
 * What is published of an entry, as if related entries that are not public themselves could be in it: Strapi leaves
 * these out of what it publishes (5.54.0), and publishing once more would change nothing for readers.
 * @param locale the one of the entry.
 */
export async function withUnpublic(
  strapi: Core.Strapi,
  shapes: Shapes,
  { draft, published }: { draft: Fields; published: Fields },
  locale: string | null,
): Promise<Fields> {
  const apart = [...leavesOf(shapes)].filter(
    ([path, shape]) =>
      (shape.kind === 'relation' || shape.kind === 'list') &&
      fingerprint(draft[path]) !== fingerprint(published[path]),
  );
  const related = new Map<string, Set<string>>();
  for (const [path, shape] of apart) {
    publicPart(shape, draft[path], (target, documentId) => {
      related.set(target, (related.get(target) ?? new Set()).add(documentId));
      return true;
    });
  }
  const there = await publicAmong(strapi, related, locale);
  const isPublic: IsPublic = (target, documentId) => there.has(`${target} ${documentId}`);
  const same = apart.filter(
    ([path, shape]) =>
      fingerprint(publicPart(shape, draft[path], isPublic)) === fingerprint(published[path]),
  );
  return { ...published, ...Object.fromEntries(same.map(([path]) => [path, draft[path]])) };
}

async function publicAmong(
  strapi: Core.Strapi,
  related: ReadonlyMap<string, ReadonlySet<string>>,
  locale: string | null,
): Promise<ReadonlySet<Related>> {
  const there = new Set<Related>();
  for (const [target, documentIds] of related) {
    const schema = schemasOf(strapi).contentTypes[target];
    if (!schema) continue;
    const where = {
      documentId: { $in: [...documentIds] },
      ...(hasDrafts(schema) ? { publishedAt: { $notNull: true } } : {}),
      ...(isLocalized(schema) ? { locale: await localeOfRelated(strapi, locale) } : {}),
    };
    const found = await entryRows(strapi, target).findMany({ select: [], where });
    for (const { documentId } of found) there.add(`${target} ${documentId}`);
  }
  return there;
}

type IsPublic = (target: string, documentId: string) => boolean;

/** A field's value without the related entries that are not public. */
function publicPart(shape: Shape, value: unknown, isPublic: IsPublic): unknown {
  switch (shape.kind) {
    case 'relation': {
      const ids = [value].flat().filter((id) => typeof id === 'string');
      const left = ids.filter((id) => isPublic(shape.target, id));
      return shape.many ? left : (left[0] ?? null);
    }
    case 'component':
      return value === null ? null : publicParts(shape.fields, recordOf(value), isPublic);
    case 'list':
      return rowsOf(value).map((item) => {
        const fields = shape.named[componentOf(shape, item)] ?? {};
        return publicParts(fields, item, isPublic);
      });
    case 'scalar':
    case 'media':
      return value;
  }
}

const publicParts = (shapes: Shapes, parts: Row, isPublic: IsPublic): Row =>
  Object.fromEntries(
    Object.entries(parts).map(([name, value]) => {
      const shape = shapes[name];
      return [name, shape ? publicPart(shape, value, isPublic) : value];
    }),
  );
