/** The attributes of a content type, as far as a filter depends on them. */
export type Attributes = Readonly<Record<string, { type: string }>>;

/** Parameters that name attributes. */
const NAMING = ['fields', 'sort', 'populate'] as const;
const GROUPS = new Set(['$and', '$or']);
const LISTS = new Set(['$in', '$notIn', '$between']);
/** Filters and populated relations nest as deep as a front end needs, not as deep as the stack. */
const MAX_DEPTH = 20;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names that every object has, so that Strapi takes them for attributes. */
const isInherited = (name: string): boolean => name in Object.prototype;

/**
 * What is wrong with a query of the Content API that Strapi would stumble over with an answer of
 * 500, named with what was expected; null when Strapi may judge it.
 */
export function queryFault(query: Record<string, unknown>, attributes: Attributes): string | null {
  const { _q: search, filters, locale } = query;
  if (search !== undefined && typeof search !== 'string') return '_q: expected one text';
  if (locale !== undefined && typeof locale !== 'string') return 'locale: expected one text';
  for (const name of NAMING) {
    const fault = namingFault(query[name], name, 0);
    if (fault) return fault;
  }
  const fault = sortFault(query.sort, attributes);
  if (fault) return fault;
  if (textsOf(query).some((text) => text.includes('\0'))) return 'expected no NUL in a parameter';
  return filters === undefined ? null : filtersFault(filters, attributes, 'filters', 0);
}

function namingFault(value: unknown, path: string, depth: number): string | null {
  if (depth > MAX_DEPTH) return `${path}: nested too deep`;
  if (typeof value === 'string') {
    const odd = value.split(/[,.:]/).find((name) => isInherited(name.trim()));
    return odd === undefined ? null : `${path}: there is no attribute ${odd.trim()}`;
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, entry] of Object.entries(value)) {
    if (isInherited(name)) return `${path}: there is no attribute ${name}`;
    // How a populated relation is filtered is for Strapi to judge, what it is called is not.
    const fault = namingFault(entry, `${path}[${name}]`, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function sortFault(sort: unknown, attributes: Attributes): string | null {
  if (Array.isArray(sort)) return firstFault(sort, (entry) => sortFault(entry, attributes));
  if (!isRecord(sort)) return null;
  return firstFault(Object.entries(sort), ([name, order]) =>
    isRelation(attributes[name]) || /^(?:asc|desc)$/i.test(String(order))
      ? null
      : `sort[${name}]: expected asc or desc`,
  );
}

const isRelation = (attribute: Attributes[string] | undefined): boolean =>
  attribute?.type === 'relation' || attribute?.type === 'media';

function filtersFault(
  filters: unknown,
  attributes: Attributes,
  path: string,
  depth: number,
): string | null {
  if (depth > MAX_DEPTH) return `${path}: nested too deep`;
  if (!isRecord(filters)) return `${path}: expected attributes with what they are compared with`;
  for (const [name, value] of Object.entries(filters)) {
    const where = `${path}[${name}]`;
    const fault = filterFault(name, value, attributes, where, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function filterFault(
  name: string,
  value: unknown,
  attributes: Attributes,
  path: string,
  depth: number,
): string | null {
  if (isInherited(name)) return `${path}: there is no attribute ${name}`;
  if (GROUPS.has(name)) {
    if (!Array.isArray(value)) return `${path}: expected a list of filters`;
    return firstFault(value, (entry, index) =>
      filtersFault(entry, attributes, `${path}[${index}]`, depth),
    );
  }
  if (name === '$not') return filtersFault(value, attributes, path, depth);
  if (!isRecord(value)) return name.startsWith('$') ? operandFault(name, value, null, path) : null;
  const type = attributes[name]?.type ?? 'string';
  // What is behind a relation, Strapi looks up and judges.
  if (isRelation(attributes[name])) {
    return firstFault(Object.entries(value), ([key, entry]) =>
      filterFault(key, entry, {}, `${path}[${key}]`, depth),
    );
  }
  return firstFault(Object.entries(value), ([operator, operand]) =>
    operandFault(operator, operand, type, `${path}[${operator}]`),
  );
}

/** @param type of the attribute; null where it is not known. */
function operandFault(
  operator: string,
  operand: unknown,
  type: string | null,
  path: string,
): string | null {
  if (isInherited(operator)) return `${path}: there is no such operator`;
  if (operator === '$jsonSupersetOf' && !(type === 'json' && isJson(operand))) {
    return `${path}: expected a JSON attribute, and JSON to compare it with`;
  }
  if (operator === '$not') {
    return isRecord(operand)
      ? firstFault(Object.entries(operand), ([inner, value]) =>
          operandFault(inner, value, type, `${path}[${inner}]`),
        )
      : null;
  }
  if (operator === '$between' && !(Array.isArray(operand) && operand.length === 2)) {
    return `${path}: expected two values`;
  }
  const values: unknown[] = LISTS.has(operator) && Array.isArray(operand) ? operand : [operand];
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  return isPlain ? null : `${path}: expected a value`;
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}

function firstFault<Entry>(
  entries: readonly Entry[],
  faultOf: (entry: Entry, index: number) => string | null,
): string | null {
  for (const [index, entry] of entries.entries()) {
    const fault = faultOf(entry, index);
    if (fault) return fault;
  }
  return null;
}

/** Every text in a parsed query; it is as deep as Strapi's parser lets it be. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsOf);
}
