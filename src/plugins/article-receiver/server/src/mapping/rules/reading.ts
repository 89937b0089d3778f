import type { FieldRule, RuleFunction } from '../../../../shared/articles/mapping';
import { didYouMean } from '../../../../shared/nearest';
import { faultOfFunction, functionSource } from './rule-function';
import { SAMPLE_ITEMS } from './sample-values';
import { fillable, type Attribute, type Schema, type Schemas } from '../model/schemas';
import { findSource, namesFor, type Source, type SourceKind } from '../model/sources';
import type { Field, MappedFields } from '../model/mapping';

/** A mapping while it is read: what is known of the site, and what was found wrong. */
export interface OptionReading {
  schemas: Schemas;
  /** What forbids the mapping, each with the option that it is about. */
  faults: string[];
  /** What may go wrong later. */
  warnings: string[];
  /** Whether what is incomplete can wait for an editor. */
  draftAndPublish: boolean;
  /** Reads the rules of several fields; here, so that components can be in components. */
  fields(reading: OptionReading, rules: unknown, place: OptionPlace): MappedFields;
}

/** The rules that are read, and whose fields they are about. */
export interface OptionPlace {
  /** The option: `target.fields.seo.fields`. */
  option: string;
  owner: Schema;
  /** What `item` is, within an `each`; null outside. */
  item: SourceKind | null;
}

/** One field's rule. */
export interface FieldPlace extends OptionPlace {
  name: string;
  attribute: Attribute;
}

export type ReadRule = (reading: OptionReading, rule: FieldRule, place: FieldPlace) => Field | null;

export function fault({ faults }: OptionReading, option: string, message: string): null {
  faults.push(`"${option}": ${message}`);
  return null;
}

/** Whether a rule has no other keys than these; each one too many is a fault. */
export function hasOnly(
  reading: OptionReading,
  rule: object,
  keys: readonly string[],
  option: string,
): boolean {
  const unknown = Object.keys(rule).filter((key) => !keys.includes(key));
  for (const key of unknown) {
    fault(reading, `${option}.${key}`, `there is no such key${didYouMean(key, keys)}`);
  }
  return unknown.length === 0;
}

const isRuleFunction = (name: unknown): name is RuleFunction => typeof name === 'function';

/** The values that `from` names; null when one of them is not there. */
export function readSources(
  reading: OptionReading,
  from: unknown,
  { option, item }: OptionPlace,
): Source[] | null {
  const expected = () =>
    fault(reading, `${option}.from`, 'expected the name of a value of the feed, or a function');
  const names = [from].flat();
  if (names.length === 0) return expected();
  const sources = names.map((name) => {
    if (isRuleFunction(name)) {
      const wrong = faultOfFunction(name, SAMPLE_ITEMS[item ?? ''] ?? null);
      return wrong === null ? functionSource(name, option) : fault(reading, option, wrong);
    }
    if (typeof name !== 'string') return expected();
    const source = findSource(name, item);
    if (source) return source;
    const hint = didYouMean(name, namesFor(item));
    return fault(reading, option, `the feed has no value "${name}"${hint}`);
  });
  const found = sources.filter((source) => source !== null);
  return found.length === names.length ? found : null;
}

/** The required fields of a type or component that nothing fills. */
export const unfilled = (owner: Schema, filled: readonly string[]): string[] =>
  fillable(owner).filter((name) => {
    const attribute = owner.attributes[name];
    return attribute?.required && attribute.default === undefined && !filled.includes(name);
  });

/** Whether Strapi asks for a field only where it is shown in the form. */
export const isAskedWhereShown = ({ attributes }: Schema, name: string): boolean =>
  attributes[name]?.conditions?.visible !== undefined;

/**
 * Reports them: a draft can wait for its editor, an entry without drafts cannot be written, or not where the form
 * would show the field.
 */
export function reportUnfilled(
  reading: OptionReading,
  { owner, option }: OptionPlace,
  filled: readonly string[],
): void {
  for (const name of unfilled(owner, filled)) {
    const where = isAskedWhereShown(owner, name) ? ' where its condition holds' : '';
    const message = `"${option}.${name}": ${owner.uid} requires this field${where} and nothing fills it`;
    if (reading.draftAndPublish) {
      reading.warnings.push(`${message}; an editor has to, before an entry can be published`);
    } else if (where !== '') reading.warnings.push(`${message}; Strapi refuses such an entry`);
    else reading.faults.push(message);
  }
}
