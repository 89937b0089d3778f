import { issueOf, type IssueCode } from '../../../../shared/deliveries/issues';
import type { Placeholders } from '../../../../shared/wording';
import {
  type Constant,
  type ConstantRule,
  type Conversion,
  type TextRule,
  type ValueRule,
} from '../../../../shared/articles/mapping';
import { asDay, asInstant, conversion, isJson } from './convert';
import { refusalOf } from '../model/limits';
import { didYouMean } from '../../../../shared/nearest';
import { isRecord } from '../../../../shared/records';
import { contradictions, normalWord } from '../../../../shared/settings/words';
import { htmlWithin } from '../../text/markdown/html';
import {
  fault,
  hasOnly,
  readSources,
  type FieldPlace,
  type OptionReading,
  type ReadRule,
} from './reading';
import { longestOf, type Attribute } from '../model/schemas';
import { readTemplate } from './read-template';
import { pathOf, valueOf, type Source, type SourceKind } from '../model/sources';
import type { Field, Scope } from '../model/mapping';
import { isBlank, shortened } from '../model/texts';

/** What each type of field takes; the first is what it gets when the rule does not say. */
const TAKES: Readonly<Record<string, readonly Conversion[]>> = {
  string: ['text', 'markdown', 'slug', 'date'],
  text: ['markdown', 'text', 'html', 'slug', 'date'],
  richtext: ['markdown', 'text', 'html'],
  email: ['text'],
  uid: ['slug', 'text'],
  enumeration: ['text', 'slug'],
  blocks: ['blocks'],
  json: ['json', 'blocks', 'number'],
  date: ['date'],
  datetime: ['datetime'],
  timestamp: ['datetime'],
  integer: ['number'],
  biginteger: ['number'],
  float: ['number'],
  decimal: ['number'],
  boolean: ['boolean'],
};

/** Kinds of values that can become what is not text. */
const COMES_FROM: Partial<Record<Conversion, readonly SourceKind[]>> = {
  json: ['json', 'texts', 'number', 'campaign'],
  number: ['number', 'text', 'json'],
  boolean: ['flag', 'text', 'json'],
  date: ['day', 'instant', 'text', 'json'],
  datetime: ['day', 'instant', 'text', 'json'],
};

const WHOLE = new Set(['integer', 'biginteger']);

export const isValueField = ({ type }: Attribute): boolean => Object.hasOwn(TAKES, type);

const wordKey = (value: unknown): string => normalWord(String(value));

/** A table by its words, letter case aside. */
export function readTable(
  reading: OptionReading,
  table: unknown,
  option: string,
): ReadonlyMap<string, Constant> | null {
  if (table === undefined) return null;
  if (typeof table !== 'object' || table === null || Array.isArray(table)) {
    return fault(
      reading,
      `${option}.table`,
      'expected an object: the feed’s words and what they become',
    );
  }
  const [twice] = contradictions(table);
  if (twice) {
    const expected = `expected what "${twice.first}" becomes: it is the same word`;
    return fault(reading, `${option}.table.${twice.word}`, expected);
  }
  return new Map(Object.entries(table).map(([word, value]) => [wordKey(word), value]));
}

/** A value of the feed, and where it was found. */
interface FoundValue {
  value: unknown;
  source: Source;
}

/** The first of several values that is not empty; with a table, the first that it has an entry for. */
export function firstValue(
  sources: readonly Source[],
  table: ReadonlyMap<string, Constant> | null,
  scope: Scope,
): FoundValue | null {
  for (const source of sources) {
    const raw = source.read ? source.read(scope) : valueOf(source, scope);
    const value = table && !isBlank(raw) ? translated(raw, table) : raw;
    if (!isBlank(value)) return { value, source };
  }
  return null;
}

const translated = (value: unknown, table: ReadonlyMap<string, Constant>): unknown =>
  Array.isArray(value)
    ? value.map((entry) => table.get(wordKey(entry))).filter((entry) => !isBlank(entry))
    : (table.get(wordKey(value)) ?? null);

/** Reads `{ value }`. */
export function readConstant(
  reading: OptionReading,
  rule: ConstantRule,
  place: FieldPlace,
): Field | null {
  const { option, attribute } = place;
  if (!hasOnly(reading, rule, ['value'], option)) return null;
  if (!isValueField(attribute)) {
    return fault(reading, option, `a field of type ${attribute.type} takes no constant`);
  }
  if (!fits(reading, rule.value, attribute, `${option}.value`)) return null;
  return {
    shape: { kind: 'scalar', type: attribute.type },
    compute: () => rule.value,
    isConstant: true,
  };
}

/** Whether a constant can stand in a field. */
function fits(
  reading: OptionReading,
  value: Constant,
  attribute: Attribute,
  option: string,
): boolean {
  const { type } = attribute;
  if (value === null) return true;
  if (type === 'enumeration') return isListed(reading, value, attribute, option);
  if (type === 'json' && !isJson(value)) {
    fault(reading, option, 'expected a list, an object or a number, which json keeps');
    return false;
  }
  if (type === 'blocks' && !isBlocks(value)) {
    fault(reading, option, 'expected blocks: [{ type: "paragraph", children: [ … ] }]');
    return false;
  }
  const [natural] = TAKES[type] ?? [];
  const kind = WANTED[natural ?? 'text'];
  const wanted =
    kind && typeof value !== kind ? `a ${kind}, as ${type} is` : wantedInstead(attribute, value);
  if (wanted === null) return true;
  fault(reading, option, `expected ${wanted}`);
  return false;
}

/** Whether a constant has the form of Strapi's blocks: nothing makes some of a text that the mapping itself says. */
const isBlocks = (value: Constant): boolean =>
  Array.isArray(value) &&
  value.every((block) => isRecord(block) && 'type' in block && Array.isArray(block.children));

/** What a field takes where a constant of its kind is not it, which would be refused with each delivery; or null. */
function wantedInstead(attribute: Attribute, value: Constant): string | null {
  const { type } = attribute;
  if (type === 'date' && value !== asDay(value)) return 'a day like 2026-12-31';
  if (TAKES[type]?.includes('datetime') && asInstant(value) === null) {
    return 'a time like 2026-12-31T08:00:00Z';
  }
  if (WHOLE.has(type) && !Number.isInteger(value)) return 'a whole number';
  const longest = longestOf(attribute);
  if (typeof value === 'string' && longest !== null && value.length > longest) {
    return `${longest} characters at most`;
  }
  const { code, values } = refusalOf({ ...attribute, required: false }, value, false) ?? {};
  if (code === 'belowLeast') return `${values?.min} at least`;
  if (code === 'aboveMost') return `${values?.max} at most`;
  return code ? 'a text that the field takes (minLength, regex, an email, a UID)' : null;
}

const WANTED: Partial<Record<Conversion, string>> = {
  text: 'string',
  markdown: 'string',
  slug: 'string',
  date: 'string',
  datetime: 'string',
  number: 'number',
  boolean: 'boolean',
};

function isListed(
  reading: OptionReading,
  value: Constant,
  { enum: words = [] }: Attribute,
  option: string,
): boolean {
  if (typeof value === 'string' && words.includes(value)) return true;
  const hint = didYouMean(String(value), words);
  fault(reading, option, `the enumeration has no "${String(value)}"${hint}`);
  return false;
}

const KEYS = ['from', 'as', 'table', 'otherwise', 'join', 'maxLength'];
const TEXT_KEYS = ['text', 'otherwise', 'maxLength'];

/** Reads `{ from, as, table, otherwise, join, maxLength }` for a field that holds one value. */
export const readValue: ReadRule = (reading, written, place) => {
  const { option, attribute, name } = place;
  const rule = (isRecord(written) ? written : { from: written }) as Partial<ValueRule & TextRule>;
  const isText = 'text' in rule;
  if (!hasOnly(reading, rule, isText ? TEXT_KEYS : KEYS, option)) return null;
  const template = isText ? readTemplate(reading, rule.text, place) : null;
  const sources = isText ? template && [template] : readSources(reading, rule.from, place);
  const table = readTable(reading, rule.table, option);
  if (!sources) return null;
  const takes = TAKES[attribute.type] ?? [];
  const as = rule.as ?? naturalFor(attribute, sources);
  if (!as || !takes.includes(as)) {
    const hint = takes.map((word) => `"${word}"`).join(', ');
    return fault(reading, `${option}.as`, `a field of type ${attribute.type} takes ${hint}`);
  }
  const misfit = sources.find(({ kind }) => !canBecome(kind, as));
  if (misfit) {
    const hint = as === 'json' ? ', which keeps lists, objects and numbers' : '';
    const message = `"${misfit.name}" (${misfit.kind}) cannot fill a field of type ${attribute.type}${hint}`;
    return fault(reading, option, message);
  }
  // What a table makes of the entries of a list is within the list, where JSON keeps texts as well.
  const words = attribute.type === 'json' ? [] : [...(table?.values() ?? [])];
  for (const value of [...words, rule.otherwise ?? null]) fits(reading, value, attribute, option);
  if (rule.maxLength !== undefined && !(Number.isInteger(rule.maxLength) && rule.maxLength > 0)) {
    return fault(reading, `${option}.maxLength`, 'expected a whole number of characters');
  }
  if (rule.join !== undefined && typeof rule.join !== 'string') {
    return fault(reading, `${option}.join`, 'expected the text that stands between the entries');
  }
  const limits = [rule.maxLength, longestOf(attribute)].filter((one) => typeof one === 'number');
  const limit = limits.length > 0 ? Math.min(...limits) : null;
  const join = rule.join ?? ', ';
  const otherwise = rule.otherwise ?? null;

  const compute = (scope: Scope): unknown => {
    const found = firstValue(sources, table, scope);
    const report = (code: IssueCode, values: Placeholders = {}) => {
      const path = pathOf(found?.source ?? sources[0], name);
      scope.issues.push(issueOf(path, code, { field: name, ...values }));
      return otherwise;
    };
    if (!found) {
      const raw = table && firstValue(sources, null, scope);
      return raw && otherwise === null ? report('notInTable') : otherwise;
    }
    const value = conversion(as, found.source.kind, { join })(found.value, scope);
    if (value === null) return report('notConvertible', { type: attribute.type });
    if (attribute.type === 'enumeration') {
      const listed = attribute.enum ?? [];
      if (listed.some((entry) => entry === value)) return value;
      const word = listed.find((entry) => wordKey(entry) === wordKey(value));
      if (word !== undefined) return word;
      return otherwise ?? report('notInEnumeration');
    }
    const fitted =
      typeof value === 'number' && WHOLE.has(attribute.type) ? Math.round(value) : value;
    const refused = refusalOf(attribute, fitted, reading.draftAndPublish);
    if (refused) return report(refused.code, refused.values);
    if (typeof value !== 'string' || limit === null || value.length <= limit) return fitted;
    if (as === 'slug') return value.slice(0, limit).replace(/-+$/, '');
    report('cut', { max: limit });
    return as === 'html' ? cutHtml(found, limit, scope) : shortened(value, limit);
  };
  const usual = attribute.required ? attribute.default : undefined;
  const shape = { kind: 'scalar', type: attribute.type } as const;
  return { shape, compute, isConstant: false, ...(isPlain(usual) ? { usual } : {}) };

  function cutHtml({ value, source }: FoundValue, longest: number, scope: Scope): string {
    const markdown = conversion('markdown', source.kind, { join })(value, scope);
    return htmlWithin(String(markdown), scope.html, { limit: longest, cut: shortened });
  }
};

/** Whether a default is a value: a schema in JavaScript may have a function there. */
const isPlain = (usual: unknown): boolean =>
  usual !== undefined && usual !== null && typeof usual !== 'function';

/** A list in a field of plain text is its entries, in rich text it is a list. */
function naturalFor({ type }: Attribute, sources: readonly Source[]): Conversion | undefined {
  const isList = sources.every(({ kind }) => kind === 'texts');
  return type === 'text' && isList ? 'text' : TAKES[type]?.[0];
}

function canBecome(kind: SourceKind, as: Conversion): boolean {
  if (kind === 'image' || kind === 'images') return false;
  if (kind === 'campaign' && as !== 'json') return false;
  return COMES_FROM[as]?.includes(kind) ?? true;
}
