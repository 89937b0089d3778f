import { isRecord } from '../../../shared/records';

/** What GraphQL's filters call operators and groups; over REST each begins with `$`. */
const OPERATORS = new Set([
  ...['and', 'or', 'not', 'eq', 'eqi', 'ne', 'nei', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn'],
  ...['null', 'notNull', 'between', 'contains', 'containsi', 'notContains', 'notContainsi'],
  ...['startsWith', 'startsWithi', 'endsWith', 'endsWithi', 'jsonSupersetOf'],
]);

/** Filters of GraphQL as they are over REST. */
function asOverRest(filters: unknown): unknown {
  if (Array.isArray(filters)) return filters.map(asOverRest);
  // GraphQL has read times already; over REST they are texts.
  if (filters instanceof Date) return filters.toISOString();
  if (!isRecord(filters)) return filters;
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [
      OPERATORS.has(name) ? `$${name}` : name,
      asOverRest(value),
    ]),
  );
}

/** The arguments of a GraphQL field as a query of the Content API, as far as entries are filtered. */
export const queryOf = ({ filters }: { filters?: unknown }): Record<string, unknown> =>
  filters === undefined ? {} : { filters: asOverRest(filters) };
