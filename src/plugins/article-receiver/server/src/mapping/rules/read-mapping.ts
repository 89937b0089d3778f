import type { ConstantRule, FieldRule, TargetOptions } from '../../../../shared/articles/mapping';
import { UIDS } from '../../content-types/uids';
import { MAX_SLUG_LENGTH } from '../../projection/addresses/slug';
import { didYouMean } from '../../../../shared/nearest';
import { readComponent, readList } from './read-components';
import { readMedia } from './read-media';
import { readRelation } from './read-relation';
import { isValueField, readConstant, readValue } from './read-value';
import { isRecord } from '../../../../shared/records';
import {
  fault,
  reportUnfilled,
  type FieldPlace,
  type OptionPlace,
  type OptionReading,
} from './reading';
import {
  fillable,
  hasDrafts,
  isLocalized,
  longestOf,
  type Schema,
  type Schemas,
} from '../model/schemas';
import type { Field, MappedFields, Mapping } from '../model/mapping';

export interface ReadMapping {
  /** Null when something forbids it. */
  mapping: Mapping | null;
  /** What forbids it, each with the option's name and what was expected there. */
  faults: string[];
  /** What may go wrong later. */
  warnings: string[];
}

const isOurs = (type: string): boolean => Object.values(UIDS).some((uid) => uid === type);

const OURS =
  'it is for a type of your own; leave "target" out for the plugin’s own Article, whose fields "transform" changes';

/** Types that Strapi and its own plugins bring: files, languages, people, releases. */
const STRAPIS =
  /^(admin|strapi)::|^plugin::(upload|i18n|users-permissions|content-releases|review-workflows)\./;
const NOT_STRAPIS = 'it is one of Strapi’s own; articles need a content type of your site';

/** Reads the option `target` against the real schemas of the site. */
export function readMapping(options: TargetOptions, schemas: Schemas): ReadMapping {
  const faults: string[] = [];
  const warnings: string[] = [];
  const owner = schemas.contentTypes[options.type];
  if (isOurs(options.type) || STRAPIS.test(options.type)) {
    faults.push(`"target.type": ${isOurs(options.type) ? OURS : NOT_STRAPIS}`);
    return { mapping: null, faults, warnings };
  }
  if (!owner || owner.kind === 'singleType') {
    const types = Object.values(schemas.contentTypes).filter(({ kind }) => kind !== 'singleType');
    const uids = types.map(({ uid }) => uid).filter((uid) => uid.startsWith('api::'));
    const what = owner ? 'a single type cannot take articles' : 'there is no such content type';
    faults.push(`"target.type": ${what}${didYouMean(options.type, uids)}`);
    return { mapping: null, faults, warnings };
  }
  const draftAndPublish = hasDrafts(owner);
  const reading: OptionReading = { schemas, faults, warnings, draftAndPublish, fields: readFields };
  const at: OptionPlace = { option: 'target.fields', owner, item: null };
  const fields = readFields(reading, options.fields, at);
  reportUnfilled(reading, at, Object.keys(options.fields));
  if (options.locale && !isLocalized(owner)) {
    fault(reading, 'target.locale', `${owner.uid} is not localized`);
  }
  if (faults.length > 0) return { mapping: null, faults, warnings };
  return { mapping: assembled(options, owner, fields), faults, warnings };
}

function assembled(
  { type, fields: rules, locale }: TargetOptions,
  owner: Schema,
  fields: MappedFields,
): Mapping {
  const takes = (source: string, types: readonly string[]) => {
    const names = Object.keys(rules).filter((name) => sourceOf(rules[name]) === source);
    const fitting = names.filter((name) => types.includes(owner.attributes[name]?.type ?? ''));
    return fitting.sort((a, b) => rank(a, types, owner) - rank(b, types, owner))[0] ?? null;
  };
  const slug = takes('slug', ['uid', 'string', 'text']);
  const room = longestOf(owner.attributes[slug ?? ''] ?? { type: 'uid' });
  return {
    uid: type,
    draftAndPublish: hasDrafts(owner),
    missingLocale: isLocalized(owner) ? (locale?.missing ?? 'park') : null,
    title: takes('title', ['string', 'text']),
    description: takes('description', ['text', 'string']),
    slug,
    longestSlug: Math.min(
      room ?? MAX_SLUG_LENGTH,
      longestBy(rules[slug ?? '']) ?? MAX_SLUG_LENGTH,
      MAX_SLUG_LENGTH,
    ),
    language: takes('language', ['string', 'text', 'enumeration']),
    previousSlugs: takes('previousSlugs', ['json']),
    sourceId: takes('sourceId', ['string', 'uid', 'text']),
    llmsTxt: takes('llmsTxt', ['text', 'richtext']),
    jsonLd: takes('jsonLd', ['json']),
    hero: takes('heroImage', ['media']),
    clocks: [],
    stamps: stampsIn(rules),
    shapes: Object.fromEntries(Object.entries(fields).map(([name, { shape }]) => [name, shape])),
    fields,
  };
}

/** The most characters that a rule lets into its field; null where it says nothing. */
const longestBy = (rule: FieldRule | undefined): number | null =>
  isRecord(rule) && typeof rule.maxLength === 'number' ? rule.maxLength : null;

const STAMPS = new Set(['createdAt', 'updatedAt', 'sourceCreatedAt', 'sourceUpdatedAt']);

/** The fields, those within components that are there once too, that take the feed's time stamps. */
function stampsIn(rules: Readonly<Record<string, FieldRule>>, within = ''): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const path = `${within}${name}`;
    if (isRecord(rule) && isRecord(rule.fields) && !('each' in rule)) {
      return stampsIn(rule.fields as Record<string, FieldRule>, `${path}.`);
    }
    return STAMPS.has(sourceOf(rule) ?? '') ? [path] : [];
  });
}

const rank = (name: string, types: readonly string[], { attributes }: Schema): number =>
  types.indexOf(attributes[name]?.type ?? '');

const CANONICAL: Readonly<Record<string, string>> = {
  id: 'sourceId',
  'files.llmTxt': 'llmsTxt',
  'files.llmTxt.content': 'llmsTxt',
  'files.jsonLd': 'jsonLd',
  'files.jsonLd.content': 'jsonLd',
};

/** The name of the value that a rule takes unchanged; null for every other rule. */
function sourceOf(rule: FieldRule | undefined): string | null {
  const from = isRecord(rule) && !('table' in rule) ? rule.from : rule;
  if (typeof from !== 'string') return null;
  const plain = from.startsWith('article.') ? from.slice('article.'.length) : from;
  return CANONICAL[plain] ?? plain;
}

function readFields(reading: OptionReading, rules: unknown, place: OptionPlace): MappedFields {
  const { owner, option } = place;
  const fields: Record<string, Field> = {};
  for (const [name, rule] of Object.entries(rules as Record<string, FieldRule>)) {
    const at = `${option}.${name}`;
    const attribute = Object.hasOwn(owner.attributes, name) ? owner.attributes[name] : undefined;
    const names = fillable(owner);
    if (!attribute || !names.includes(name)) {
      const what = attribute ? 'Strapi fills it itself' : `${owner.uid} has no field "${name}"`;
      fault(reading, at, what + (attribute ? '' : didYouMean(name, names)));
      continue;
    }
    const field = readField(reading, rule, { ...place, option: at, name, attribute });
    if (field) fields[name] = field;
  }
  return fields;
}

function readField(reading: OptionReading, rule: FieldRule, place: FieldPlace): Field | null {
  const { attribute, option } = place;
  if (!['string', 'object', 'function'].includes(typeof rule)) {
    return fault(reading, option, 'expected the name of a value of the feed, a function or a rule');
  }
  if (isRecord(rule) && 'value' in rule) {
    return readConstant(reading, rule as ConstantRule, place);
  }
  if (isValueField(attribute)) return readValue(reading, rule, place);
  switch (attribute.type) {
    case 'media':
      return readMedia(reading, rule, place);
    case 'relation':
      return readRelation(reading, rule, place);
    case 'component':
      return (attribute.repeatable ? readList : readComponent)(reading, rule, place);
    case 'dynamiczone':
      return readList(reading, rule, place);
    default:
      return fault(
        reading,
        option,
        `a field of type ${attribute.type} cannot be filled from the feed`,
      );
  }
}
