import { fillable, leadsToMany, type Attribute, type Schema, type Schemas } from './schemas';
import type { Shape, Shapes, Mapping } from './mapping';

/**
 * The fields that a mapping does not fill, which are the editors', also those within single components.
 * Without relations that are stored with the other entry, and without lists that the feed fills in part: those
 * are compared item by item (`list-parts.ts`).
 * @returns empty for a type without drafts, where nothing waits to be published.
 */
export function unmappedShapes(
  { uid, shapes, draftAndPublish }: Pick<Mapping, 'uid' | 'shapes' | 'draftAndPublish'>,
  { contentTypes, components }: Schemas,
): Shapes {
  const type = contentTypes[uid];
  return type && draftAndPublish ? shapesBeside(shapes, type, components) : {};
}

/**
 * The relations that are stored with the other entry, which a mapping does not fill either. Others may change them
 * there, readers who comment, say; the editors' they are where one changes them in the article's own form.
 */
export function inverseShapes(
  { uid, shapes, draftAndPublish }: Pick<Mapping, 'uid' | 'shapes' | 'draftAndPublish'>,
  { contentTypes }: Schemas,
): Shapes {
  const type = contentTypes[uid];
  if (!type || !draftAndPublish) return {};
  const inverse = fillable(type).flatMap((name): [string, Shape][] => {
    const { mappedBy, ...attribute } = type.attributes[name] ?? {};
    const shape = mappedBy === undefined || shapes[name] ? null : relationOf(attribute);
    return shape === null ? [] : [[name, shape]];
  });
  return Object.fromEntries(inverse);
}

/** All fields of a type that people fill, whatever a mapping says of them. */
export const wholeShapes = (type: Schema, components: Components): Shapes =>
  shapesBeside({}, type, components);

/**
 * The same mapping with whole lists, the editors' parts of them included: for content that is replaced for a
 * moment and then put back as it was.
 */
export function withWholeLists<T extends Pick<Mapping, 'uid' | 'shapes'>>(
  mapping: T,
  { contentTypes, components }: Schemas,
): T {
  const type = contentTypes[mapping.uid];
  return type ? { ...mapping, shapes: wholeLists(mapping.shapes, type, components) } : mapping;
}

function wholeLists(mapped: Shapes, schema: Schema, components: Components): Shapes {
  return Object.fromEntries(
    Object.entries(mapped).map(([name, shape]): [string, Shape] => {
      const attribute = schema.attributes[name];
      const part = components[attribute?.component ?? ''];
      if (attribute && shape.kind === 'list')
        return [name, shapeOf(attribute, components) ?? shape];
      if (shape.kind !== 'component' || !part) return [name, shape];
      return [name, { kind: 'component', fields: wholeLists(shape.fields, part, components) }];
    }),
  );
}

type Components = Schemas['components'];

/** @param components those that may occur within: without the outer ones, so that the recursion ends. */
function shapesBeside(mapped: Shapes, schema: Schema, components: Components): Shapes {
  const beside = fillable(schema).flatMap((name): [string, Shape][] => {
    const attribute = schema.attributes[name];
    const known = mapped[name];
    if (!attribute) return [];
    if (known === undefined) return shapesOf(name, attribute, components);
    const { [attribute.component ?? '']: part, ...others } = components;
    const isPart = known.kind === 'component' && part !== undefined;
    const fields = isPart ? shapesBeside(known.fields, part, others) : {};
    return Object.keys(fields).length > 0 ? [[name, { kind: 'component', fields }]] : [];
  });
  return Object.fromEntries(beside);
}

/** An attribute's name and shape; nothing for an attribute that editors do not fill here. */
function shapesOf(name: string, attribute: Attribute, components: Components): [string, Shape][] {
  const shape = shapeOf(attribute, components);
  return shape === null ? [] : [[name, shape]];
}

function shapeOf(attribute: Attribute, components: Components): Shape | null {
  const { type, multiple = false, mappedBy, component = '', repeatable } = attribute;
  switch (type) {
    case 'media':
      return { kind: 'media', multiple };
    case 'relation':
      return mappedBy === undefined ? relationOf(attribute) : null;
    case 'component':
      return repeatable
        ? listOf([component], components, false)
        : { kind: 'component', fields: partsOf(component, components) };
    case 'dynamiczone':
      return listOf(attribute.components ?? [], components, true);
    // Stored as a hash, so it can't be compared with what somebody typed.
    case 'password':
      return null;
    default:
      return { kind: 'scalar', type };
  }
}

/** Null for one that leads to anything. */
const relationOf = (attribute: Pick<Attribute, 'target' | 'relation'>): Shape | null =>
  attribute.target === undefined
    ? null
    : {
        kind: 'relation',
        many: leadsToMany(attribute),
        target: attribute.target,
        targetLocalized: false,
      };

function partsOf(uid: string, components: Components): Shapes {
  const { [uid]: schema, ...others } = components;
  return schema ? shapesBeside({}, schema, others) : {};
}

const listOf = (allowed: readonly string[], components: Components, isZone: boolean): Shape => ({
  kind: 'list',
  isZone,
  allowed,
  named: Object.fromEntries(allowed.map((uid) => [uid, partsOf(uid, components)])),
});
