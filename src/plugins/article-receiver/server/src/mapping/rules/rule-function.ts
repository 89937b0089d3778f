import { messageOf } from '../../../../shared/records';
import { issueOf } from '../../../../shared/deliveries/issues';
import type { RuleFunction, RuleInput } from '../../../../shared/articles/mapping';
import { atOnce, isPromise } from '../../config/at-once';
import { cleanJson, cleanText } from '../../read-delivery/clean';
import { SAMPLE_VALUES } from './sample-values';
import type { Source } from '../model/sources';
import type { Scope } from '../model/mapping';

/** A function of the site's own as a source of values. What it throws is an issue of the delivery. */
export const functionSource = (rule: RuleFunction, option: string): Source => ({
  name: option,
  kind: 'json',
  read: (scope) => {
    try {
      return given(rule(inputOf(scope)));
    } catch (error) {
      const values = { option, why: messageOf(error) };
      scope.issues.push(issueOf('article', 'functionFailed', values));
      return null;
    }
  },
});

/**
 * What a function gave, as if a delivery had said it: a cut in the middle of a character, or what is no JSON, is
 * refused by one database and made something else by another.
 * @throws Error for a promise, and for what can be no JSON.
 */
export function given(value: unknown): unknown {
  const known = atOnce(value);
  if (typeof known === 'string') return cleanText(known);
  if (typeof known !== 'object' || known === null) return known ?? null;
  return cleanJson(JSON.parse(JSON.stringify(known)));
}

/** Copies of articles, so that each is copied once for all of a site's functions. */
const copies = new WeakMap<Scope['values'], RuleInput['article']>();

export function inputOf({ values, item }: Pick<Scope, 'values' | 'item'>): RuleInput {
  const article = copies.get(values) ?? frozen(structuredClone(values) as RuleInput['article']);
  copies.set(values, article);
  return { article, item: frozen(structuredClone(item)) };
}

/**
 * Tries a function on a sample, as a site boots: with everything a delivery may have, and with
 * nothing but what it always has.
 * @returns what is wrong with it; null when nothing is.
 */
export function faultOfFunction(rule: (input: RuleInput) => unknown, item: unknown): string | null {
  for (const values of SAMPLE_VALUES) {
    try {
      const [first, second] = [0, 1].map(() => rule(inputOf({ values, item })));
      if ([first, second].map(isPromise).includes(true)) {
        return 'expected a function that gives its value at once, and no promise';
      }
      if (JSON.stringify(first) !== JSON.stringify(second)) {
        return 'expected a pure function: the same article gave two values';
      }
    } catch (error) {
      const kind = values === SAMPLE_VALUES[0] ? 'a whole article' : 'an article with the least';
      return `the function fails on ${kind}: ${messageOf(error)}`;
    }
  }
  return null;
}

/** Deeply, so that no function changes what another one gets. */
function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
