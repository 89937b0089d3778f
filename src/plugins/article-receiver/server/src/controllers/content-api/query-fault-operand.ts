import { isRecord } from '../../../../shared/records';
import { firstFault, isInherited } from './query-fault-entries';

/** Operators that combine filters. Strapi knows them between attributes, not below one. */
export const GROUPS = new Set(['$and', '$or']);
export const SUPERSET = '$jsonSupersetOf';
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

/**
 * What is wrong with what an attribute is compared with.
 *
 * @param type of the attribute; null where it is not known.
 */
export function operandFault(
  operator: string,
  operand: unknown,
  type: string | null,
  path: string,
): string | null {
  if (isInherited(operator)) return `${path}: there is no such operator`;
  if (GROUPS.has(operator)) return `${path}: expected around attributes, not below one`;
  if (type !== null && !operator.startsWith('$')) return `${path}: expected an operator`;
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
  datetime: { is: (value) => isTime(value), what: 'a time of the years 1 to 9999' },
  timestamp: { is: (value) => isTime(value), what: 'a time of the years 1 to 9999' },
  date: { is: (value) => !String(value).startsWith('0000'), what: 'a day of the years 1 to 9999' },
};

/** The last millisecond of the year 9999. */
const LAST_TIME = 253_402_300_799_999;

/**
 * Whether a time is none that Strapi reads and a database has no room for. Years with a sign (`-271821-04-20`)
 * are all of these, and so is what Strapi takes for one (`-20200101`). A number is one of milliseconds, unless
 * it is short; what else is no time Strapi says itself.
 */
function isTime(value: unknown): boolean {
  const text = String(value).trim();
  if (/^[+-]/.test(text)) return false;
  if (/^\d+$/.test(text)) return Number(text) <= LAST_TIME;
  const time = Date.parse(text);
  return Number.isNaN(time) || time <= LAST_TIME;
}

function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}
