import { isRecord } from '../../../../shared/records';

/** A content type, as far as a filter depends on it. */
export interface Filtered {
  /** Whether the database has an operator for `$jsonSupersetOf`. */
  hasSupersets: boolean;
  /** The type of an attribute; undefined where there is none. */
  typeOf(name: string): string | undefined;
  /** What is behind a relation; null where it is not one certain type. */
  behind(name: string): Filtered | null;
}

/** What every type has, and all that is known of a relation to several. */
const ANY: Filtered = {
  hasSupersets: true,
  typeOf: (name) => (name === 'id' ? 'integer' : STAMPS.has(name) ? 'datetime' : undefined),
  behind: () => null,
};
const STAMPS = new Set(['createdAt', 'updatedAt', 'publishedAt']);

/** Parameters that name attributes. */
const NAMING = ['fields', 'sort', 'populate'] as const;
const SUPERSET = '$jsonSupersetOf';
const GROUPS = new Set(['$and', '$or']);
const LISTS = new Set(['$in', '$notIn', '$between']);
const VALUES = new Set(['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$notIn', '$between']);
const OF_TEXTS =
  /^\$(?:contains|containsi|notContains|notContainsi|startsWith|startsWithi|endsWith|endsWithi|eqi|nei)$/;
/** Types whose values PostgreSQL compares with no text. */
const NO_TEXTS = /^(?:integer|biginteger|float|decimal|date|datetime|time|timestamp|boolean)$/;
/** Operators with which PostgreSQL compares no JSON; those that ignore case make a text of it first. */
const OF_PLAIN_TEXTS = /^\$(?:contains|notContains|startsWith|endsWith)$/;
/** The largest number in a column of PostgreSQL's and MariaDB's for integers. */
const MAX_INTEGER = 2_147_483_647;
/** Filters and populated relations nest as deep as a front end needs, not as deep as the stack. */
const MAX_DEPTH = 20;

/** Names that every object has, so that Strapi takes them for attributes. */
const isInherited = (name: string): boolean => name in Object.prototype;

/**
 * What is wrong with a query of the Content API that Strapi would stumble over with an answer of
 * 500, named with what was expected; null when Strapi may judge it.
 */
export function queryFault(query: Record<string, unknown>, type: Filtered): string | null {
  const { _q: search, filters, locale } = query;
  if (search !== undefined && typeof search !== 'string') return '_q: expected one text';
  if (locale !== undefined && typeof locale !== 'string') return 'locale: expected one text';
  if (!type.hasSupersets && isSomewhereIn(query, SUPERSET, 0)) {
    return `${SUPERSET}: this site's database has no such operator`;
  }
  for (const name of NAMING) {
    const fault = namingFault(query[name], name, 0);
    if (fault) return fault;
  }
  return (
    sortFault(query.sort, type) ??
    populateFault(query.populate, type, 'populate', 0) ??
    (filters === undefined ? null : filtersFault(filters, type, 'filters', 0))
  );
}

/** Whether a name stands somewhere in a query. */
const isSomewhereIn = (value: unknown, name: string, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  depth <= 2 * MAX_DEPTH &&
  Object.entries(value).some(
    ([key, entry]) => key === name || isSomewhereIn(entry, name, depth + 1),
  );

/** How what is behind relations is filtered and sorted. */
function populateFault(
  populate: unknown,
  type: Filtered,
  path: string,
  depth: number,
): string | null {
  if (!isRecord(populate)) return null;
  return firstFault(Object.entries(populate), ([name, asked]) => {
    if (!isRecord(asked)) return null;
    const behind = type.behind(name) ?? ANY;
    const where = `${path}[${name}]`;
    const { filters, sort } = asked;
    return (
      sortFault(sort, behind) ??
      (filters === undefined ? null : filtersFault(filters, behind, `${where}[filters]`, depth)) ??
      populateFault(asked.populate, behind, `${where}[populate]`, depth + 1)
    );
  });
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
    const fault = namingFault(entry, `${path}[${name}]`, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function sortFault(sort: unknown, type: Filtered): string | null {
  if (Array.isArray(sort)) return firstFault(sort, (entry) => sortFault(entry, type));
  if (!isRecord(sort)) return null;
  return firstFault(Object.entries(sort), ([name, order]) =>
    isRelation(type.typeOf(name)) || /^(?:asc|desc)$/i.test(String(order))
      ? null
      : `sort[${name}]: expected asc or desc`,
  );
}

const isRelation = (type: string | undefined): boolean => type === 'relation' || type === 'media';

function filtersFault(filters: unknown, of: Filtered, path: string, depth: number): string | null {
  if (depth > MAX_DEPTH) return `${path}: nested too deep`;
  if (!isRecord(filters)) return `${path}: expected attributes with what they are compared with`;
  for (const [name, value] of Object.entries(filters)) {
    const where = `${path}[${name}]`;
    const fault = filterFault(name, value, of, where, depth + 1);
    if (fault) return fault;
  }
  return null;
}

function filterFault(
  name: string,
  value: unknown,
  of: Filtered,
  path: string,
  depth: number,
): string | null {
  if (isInherited(name)) return `${path}: there is no attribute ${name}`;
  if (GROUPS.has(name)) {
    if (!Array.isArray(value)) return `${path}: expected a list of filters`;
    return firstFault(value, (entry, index) => filtersFault(entry, of, `${path}[${index}]`, depth));
  }
  if (name === '$not') return filtersFault(value, of, path, depth);
  const type = of.typeOf(name) ?? ANY.typeOf(name) ?? 'string';
  if (!isRecord(value)) {
    if (name.startsWith('$')) return operandFault(name, value, null, path);
    // A relation is compared by the id of what is behind it.
    return operandFault('$in', value, isRelation(type) ? 'integer' : type, path);
  }
  if (isRelation(type)) {
    return firstFault(Object.entries(value), ([key, entry]) =>
      key.startsWith('$') && !GROUPS.has(key)
        ? operandFault(key, entry, 'integer', `${path}[${key}]`)
        : filterFault(key, entry, of.behind(name) ?? ANY, `${path}[${key}]`, depth + 1),
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
  if (operator === SUPERSET && !(type === 'json' && isJson(operand))) {
    return `${path}: expected a JSON attribute, and JSON to compare it with`;
  }
  if (operator === '$not') {
    return isRecord(operand)
      ? firstFault(Object.entries(operand), ([inner, value]) =>
          operandFault(inner, value, type, `${path}[${inner}]`),
        )
      : operandFault('$ne', operand, type, path);
  }
  if (type !== null && NO_TEXTS.test(type) && OF_TEXTS.test(operator)) {
    return `${path}: this attribute is no text, expected another operator`;
  }
  if (type === 'json' && OF_PLAIN_TEXTS.test(operator)) {
    return `${path}: this attribute is JSON, expected ${operator}i`;
  }
  if (operator === '$between' && !(Array.isArray(operand) && operand.length === 2)) {
    return `${path}: expected two values`;
  }
  const values: unknown[] = LISTS.has(operator) && Array.isArray(operand) ? operand : [operand];
  const isPlain = values.every((value) => typeof value !== 'object' || value === null);
  if (!isPlain) return `${path}: expected a value`;
  if (!VALUES.has(operator)) return null;
  const expected = EXPECTED[type ?? ''];
  return expected && !values.every(expected.is) ? `${path}: expected ${expected.what}` : null;
}

const isInteger = (value: unknown): boolean =>
  /^[+-]?\d{1,10}$/.test(String(value)) && Math.abs(Number(value)) <= MAX_INTEGER;

const isNumber = (value: unknown): boolean =>
  String(value).trim() !== '' && Number.isFinite(Number(value));

/** What values are compared with, by an attribute's type; of the others Strapi says so itself. */
const EXPECTED: Partial<Record<string, { is: (value: unknown) => boolean; what: string }>> = {
  integer: { is: (value) => isInteger(value), what: 'a whole number' },
  biginteger: { is: (value) => /^[+-]?\d{1,18}$/.test(String(value)), what: 'a whole number' },
  float: { is: isNumber, what: 'a number' },
  decimal: { is: isNumber, what: 'a number' },
  json: { is: (value) => isJson(value), what: 'JSON' },
};

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
