import { apply } from 'json-logic-js';
import type { IssueCode } from '../../../../shared/deliveries/issues';
import type { Placeholders } from '../../../../shared/wording';
import type { Attribute } from './schemas';
import { isBlank } from './texts';

/** Why a field does not take a value. */
export interface LimitRefusal {
  code: IssueCode;
  values: Placeholders;
}

const ATOM = String.raw`[\w!#$%&'*+/=?^{|}~\u0060\u00a0-\ud7ff-]+`;
const LABEL = String.raw`[a-z\d\u00a0-\ud7ff](?:[a-z\d\u00a0-\ud7ff-]*[a-z\d\u00a0-\ud7ff])?`;
/** What Strapi takes for an address as well, and nothing that it does not. */
const EMAIL = new RegExp(String.raw`^${ATOM}(?:\.${ATOM})*@(?:${LABEL}\.)+(?!\d)${LABEL}$`, 'i');
/** What Strapi takes for a UID where the schema says nothing else. */
const UID = /^[\w.~-]*$/;

/** The largest numbers, of either sign, that have room in a column of each type, on every database. */
const ROOM: Readonly<Record<string, number>> = {
  integer: 2 ** 31 - 1,
  biginteger: Number.MAX_SAFE_INTEGER,
  decimal: 99_999_999.99,
  float: Number.MAX_VALUE,
};

/** A limit of a schema, which may be written as a text; null where there is none. */
const limitOf = (written: unknown): number | null => {
  const limit = written === undefined || written === null ? NaN : Number(written);
  return Number.isFinite(limit) ? limit : null;
};

/**
 * Why Strapi would refuse an entry because of one of its values; null where it takes it. Limits of numbers
 * hold for drafts, too. A text may be too short or of another form in a draft, where an editor can
 * correct it; only types without drafts refuse it.
 */
export function refusalOf(
  attribute: Attribute,
  value: unknown,
  hasDrafts: boolean,
): LimitRefusal | null {
  if (typeof value === 'number') return refusedNumber(attribute, value);
  const isOptionalText = typeof value === 'string' && value !== '' && !attribute.required;
  if (!isOptionalText || hasDrafts || takesText(attribute, value)) return null;
  return { code: 'formRefused', values: {} };
}

function refusedNumber({ type, min, max }: Attribute, value: number): LimitRefusal | null {
  const room = ROOM[type] ?? Infinity;
  const least = Math.max(limitOf(min) ?? -room, -room);
  const most = Math.min(limitOf(max) ?? room, room);
  if (value < least) return { code: 'belowLeast', values: { min: least } };
  if (value > most) return { code: 'aboveMost', values: { max: most } };
  return null;
}

function takesText({ type, minLength, regex }: Attribute, value: string): boolean {
  if (value === '') return false;
  if (minLength !== undefined && value.length < minLength) return false;
  if (regex !== undefined && !matches(regex, value)) return false;
  if (type === 'uid' && regex === undefined) return UID.test(value);
  return type !== 'email' || EMAIL.test(value);
}

/** Whether a text has a schema's pattern. Where that is none, Strapi fails with any text (5.54.0: entity-validator). */
function matches(regex: string, value: string): boolean {
  try {
    return new RegExp(regex).test(value);
  } catch {
    return false;
  }
}

/** Whether a required field has a valid value or a default, or is hidden by what is beside it. */
export function isFilled(
  attribute: Attribute,
  values: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  const { required, default: usual, conditions } = attribute;
  if (!required || usual !== undefined) return true;
  // As Strapi does (5.54.0: entity-validator).
  if (conditions?.visible !== undefined && !apply(conditions.visible, values)) return true;
  const value = values[name];
  return typeof value === 'string' ? takesText(attribute, value) : !isBlank(value);
}

/** How many entries a repeatable component or a dynamic zone takes. */
export const mostOf = ({ max }: Attribute): number => limitOf(max) ?? Infinity;

/**
 * The fewest entries of a list that is not empty: with fewer, it is better left empty. No limit for a
 * required list, which Strapi refuses when it is empty as well.
 */
export const leastOf = ({ min, required }: Attribute): number =>
  required ? 0 : (limitOf(min) ?? 0);
