import type { IssueCode } from '../../../../shared/issues';
import type { Placeholders } from '../../../../shared/wording';
import type { Attribute } from './schemas';
import { isBlank } from './texts';

/** Why a field does not take a value. */
export interface LimitRefusal {
  code: IssueCode;
  values: Placeholders;
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

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

function refusedNumber({ min, max }: Attribute, value: number): LimitRefusal | null {
  const [least, most] = [limitOf(min), limitOf(max)];
  if (least !== null && value < least) return { code: 'belowLeast', values: { min: least } };
  if (most !== null && value > most) return { code: 'aboveMost', values: { max: most } };
  return null;
}

function takesText({ type, minLength, regex }: Attribute, value: string): boolean {
  if (value === '') return false;
  if (minLength !== undefined && value.length < minLength) return false;
  if (regex !== undefined && !new RegExp(regex).test(value)) return false;
  return type !== 'email' || EMAIL.test(value);
}

/** Whether a required field of a component has a valid value, or a default. */
export function isFilled(attribute: Attribute, value: unknown): boolean {
  if (!attribute.required || attribute.default !== undefined) return true;
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
