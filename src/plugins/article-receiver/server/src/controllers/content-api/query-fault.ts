import { isRecord } from '../../../../shared/records';
import { firstFault, isInherited } from './query-fault-entries';
import { GROUPS, operandFault, SUPERSET } from './query-fault-operand';
import { pageFault } from './query-fault-page';

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
  typeOf: (name) => COMMON.get(name),
  behind: () => null,
};
const COMMON = new Map([
  ['id', 'integer'],
  ['documentId', 'string'],
  ...['createdAt', 'updatedAt', 'publishedAt'].map((name): [string, string] => [name, 'datetime']),
]);

/** Parameters that name attributes. */
const NAMING = ['fields', 'sort', 'populate'] as const;
/** Filters and populated relations nest as deep as a front end needs, not as deep as the stack. */
const MAX_DEPTH = 20;

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
    fieldsFault(query.fields, 'fields') ??
    pageFault(query.pagination, 'pagination') ??
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
    const where = `${path}[${name}]`;
    if (asked === '') return `${where}: expected true, or what to read of it`;
    if (!isRecord(asked)) return null;
    const behind = type.behind(name) ?? ANY;
    const { fields, filters, sort } = asked;
    return (
      fieldsFault(fields, `${where}[fields]`) ??
      pageFault(asked, where) ??
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

/** Strapi leaves out the sorting that an empty `sort` names, but reads no fields that have no name. */
function fieldsFault(fields: unknown, path: string): string | null {
  const names: unknown[] = Array.isArray(fields) ? fields : [fields];
  const isBlank = names.some((name) => typeof name === 'string' && name.trim() === '');
  return isBlank ? `${path}: expected names of attributes` : null;
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
/** Types of attributes that lead to others, by which they are filtered. */
const LEADING = new Set(['relation', 'media', 'component']);

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
  if (name.startsWith('$')) return `${path}: expected an attribute before its operator`;
  const type = of.typeOf(name) ?? ANY.typeOf(name) ?? null;
  const leads = type !== null && LEADING.has(type);
  // A relation is compared by the id of what is behind it.
  if (!isRecord(value)) return operandFault('$in', value, leads ? 'integer' : type, path);
  if (leads) return behindFault(value, of.behind(name) ?? ANY, path, depth);
  return firstFault(Object.entries(value), ([operator, operand]) =>
    operandFault(operator, operand, type, `${path}[${operator}]`),
  );
}

/** What lies behind a relation: one operator that compares its id, one group of filters, or attributes. */
function behindFault(
  value: Record<string, unknown>,
  behind: Filtered,
  path: string,
  depth: number,
): string | null {
  const entries = Object.entries(value);
  if (entries.length > 1 && entries.some(([key]) => key.startsWith('$'))) {
    return `${path}: expected one operator, or attributes`;
  }
  return firstFault(entries, ([key, entry]) => {
    const where = `${path}[${key}]`;
    if (key === '$not' && isRecord(entry)) return `${where}: expected an id`;
    return key.startsWith('$') && !GROUPS.has(key)
      ? operandFault(key, entry, 'integer', where)
      : filterFault(key, entry, behind, where, depth + 1);
  });
}
