import { issueOf } from '../../../../shared/deliveries/issues';
import type { RuleFunction } from '../../../../shared/articles/mapping';
import { articleSchema } from '../../content-types/article/schema';
import type { Issue } from '../../../../shared/deliveries/deliveries';
import type { Fields } from '../../projection/merge/merge';
import { refusalOf } from '../model/limits';
import { asDay, asInstant, isJson } from './convert';
import { didYouMean } from '../../../../shared/nearest';
import { isRecord, messageOf } from '../../../../shared/records';
import { atOnce } from '../../config/at-once';
import { faultOfFunction, given, inputOf } from './rule-function';
import type { Scope } from '../model/mapping';

/** What identifies an article, leads elsewhere or is kept by the receiver is not the site's to change. */
const FIXED = new Set(['sourceId', 'orgId', 'previousSlugs', 'needsAttention']);

const SCALARS: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  richtext: (value) => typeof value === 'string',
  date: (value) => value === asDay(value),
  datetime: (value) => asInstant(value) !== null,
  integer: (value) =>
    Number.isInteger(value) && refusalOf({ type: 'integer' }, value, true) === null,
  float: (value) => Number.isFinite(value),
  json: isJson,
};

/** The fields of the plugin's own Article that a site may change, with what each takes. */
const TYPES = new Map(
  Object.entries<{ type: string }>(articleSchema.attributes)
    .filter(([name, { type }]) => !FIXED.has(name) && Object.hasOwn(SCALARS, type))
    .map(([name, { type }]) => [name, type]),
);

/** What is wrong with what a transform gave; null when nothing is. */
function faultOf(name: string, value: unknown): string | null {
  const type = TYPES.get(name);
  if (!type) return `"${name}" cannot be changed${didYouMean(name, [...TYPES.keys()])}`;
  if (name === 'title' && (typeof value !== 'string' || value.trim() === '')) {
    return 'an article has to have a title';
  }
  if (value === null || SCALARS[type]?.(value)) return null;
  return `expected ${type === 'json' ? 'a list, an object or a number' : `a value for a field of type ${type}`} in "${name}"`;
}

/** A value that a transform gave, as its field keeps it and gives it back, or what is wrong with it. */
function fitted(name: string, changed: unknown): { value: unknown; fault: string | null } {
  try {
    const value = given(changed);
    const fault = faultOf(name, value);
    // Whatever form a time is written in, it is read back in this one.
    return { value: TYPES.get(name) === 'datetime' ? asInstant(value) : value, fault };
  } catch (error) {
    return { value: null, fault: `"${name}": ${messageOf(error)}` };
  }
}

/** Tries a transform as a site boots. @returns what is wrong with it; null when nothing is. */
export function faultOfTransform(transform: RuleFunction): string | null {
  let wrong: string | null = null;
  const tried = faultOfFunction((input) => {
    const changes = transform(input) ?? {};
    if (!isRecord(changes)) wrong ??= 'expected an object of fields and their values';
    else {
      for (const [name, value] of Object.entries(changes)) wrong ??= fitted(name, value).fault;
    }
    return changes;
  }, null);
  return tried ?? wrong;
}

/**
 * The fields of the plugin's own Article as a site wants them. What fails or does not fit leaves
 * the feed's value, and is an issue of the delivery.
 */
export function transformed(
  transform: RuleFunction,
  fields: Fields,
  values: Scope['values'],
  issues: Issue[],
): Fields {
  const report = (why: string) => {
    issues.push(issueOf('article', 'transformed', { why }));
  };
  try {
    const changes = atOnce(transform(inputOf({ values, item: null }))) ?? {};
    if (!isRecord(changes)) {
      report('expected an object of fields and their values');
      return fields;
    }
    const taken = Object.entries(changes).flatMap(([name, changed]) => {
      if (changed === undefined) return [];
      const { value, fault } = fitted(name, changed);
      if (fault !== null) report(fault);
      return fault === null ? [[name, value] as const] : [];
    });
    return { ...fields, ...Object.fromEntries(taken) };
  } catch (error) {
    report(`it failed: ${messageOf(error)}`);
    return fields;
  }
}
