import { issueOf, type IssueCode } from '../../../../shared/deliveries/issues';
import type { RelationRule } from '../../../../shared/articles/mapping';
import type { Placeholders } from '../../../../shared/wording';
import { normalTagName, tagKey, tagSlug } from '../../projection/shared-documents/tag-name';
import { didYouMean } from '../../../../shared/nearest';
import { isRecord } from '../../../../shared/records';
import { fault, hasOnly, isAskedWhereShown, readSources, unfilled, type ReadRule } from './reading';
import { asText } from './convert';
import { firstValue, readTable } from './read-value';
import { pathOf } from '../model/sources';
import {
  fillable,
  isLocalized,
  leadsToMany,
  longestOf,
  nameOf,
  takesFromOthers,
  type Schema,
} from '../model/schemas';
import type { MappedFields, Scope } from '../model/mapping';

const KEYS = ['from', 'match', 'create', 'unmatched', 'table', 'otherwise'];

/** Types of fields that can be compared. */
const COMPARABLE = new Set(['string', 'text', 'uid', 'email', 'enumeration']);

/** An article of the feed has a few tags; each is an entry. */
const MAX_ENTRIES = 250;

/** Reads `{ from, match, create }`: a relation to the entries that the feed names. */
export const readRelation: ReadRule = (reading, written, place) => {
  const { option, attribute, name: field } = place;
  const related = reading.schemas.contentTypes[attribute.target ?? ''];
  if (!related || attribute.relation?.startsWith('morph')) {
    return fault(reading, option, 'this kind of relation cannot be filled from the feed');
  }
  const rule = written as RelationRule;
  if (!isRecord(rule) || typeof rule.match !== 'string') {
    const message = `a relation takes { from: …, match: … }, the field of ${related.uid} that is compared`;
    return fault(reading, option, message);
  }
  if (!hasOnly(reading, rule, KEYS, option)) return null;
  const sources = readSources(reading, rule.from, place);
  const table = readTable(reading, rule.table, option);
  const { match } = rule;
  const compared = related.attributes[match];
  if (!compared || !COMPARABLE.has(compared.type)) {
    const names = fillable(related).filter((name) =>
      COMPARABLE.has(related.attributes[name]?.type ?? ''),
    );
    const what = compared
      ? `${match} cannot be compared`
      : `${related.uid} has no field "${match}"`;
    return fault(reading, `${option}.match`, what + didYouMean(match, names));
  }
  const misfit = sources?.find(({ kind }) => !['text', 'texts', 'json'].includes(kind));
  if (!sources || misfit) {
    const hint = misfit?.kind === 'campaign' ? '; use campaign.sourceId or campaign.name' : '';
    return misfit ? fault(reading, option, `"${misfit.name}" is no text to compare${hint}`) : null;
  }
  if (rule.unmatched !== undefined && (rule.create || typeof rule.unmatched !== 'string')) {
    const message = rule.create
      ? 'with create, no value stays without an entry'
      : `expected the ${match} of the entry to link instead`;
    return fault(reading, `${option}.unmatched`, message);
  }
  if (takesFromOthers(attribute)) {
    const kind = leadsToMany(attribute) ? 'manyToMany' : 'manyToOne';
    const what = `one entry of ${related.uid} is linked by one article alone, and each next one takes it away`;
    reading.warnings.push(
      `"${option}": ${what}; make the relation ${kind} where articles share entries`,
    );
  }
  const made = rule.create ? readMade(rule, related, match) : null;
  const many = leadsToMany(attribute);
  const isSlug = compared.type === 'uid';
  const limit = longestOf(compared);

  const fallback = (scope: Scope): string | null => {
    if (rule.unmatched === undefined) return null;
    const value = isSlug ? tagSlug(rule.unmatched) : normalTagName(rule.unmatched);
    return scope.relation({ uid: related.uid, field: match, value, create: null });
  };

  const compute = (scope: Scope): unknown => {
    const said = firstValue(sources, table, scope)?.value ?? rule.otherwise ?? [];
    const words = [said].flat().flatMap((word) => asText(word, ' ') ?? []);
    const names = words.map(normalTagName).filter((name) => name !== '');
    const distinct = [...new Map(names.map((name) => [tagKey(name), name])).values()];
    const report = (code: IssueCode, values: Placeholders) =>
      scope.issues.push(issueOf(pathOf(sources[0], field), code, values));
    const isUnknown = table !== null && words.length === 0 && firstValue(sources, null, scope);
    if (isUnknown) report('notInTable', { field });
    if (distinct.length > MAX_ENTRIES) report('tooManyEntries', { max: MAX_ENTRIES });
    const documents = distinct.slice(0, many ? MAX_ENTRIES : 1).flatMap((name) => {
      const value = isSlug ? tagSlug(name) : name;
      // One name that Strapi does not take for an entry must not cost the article.
      if (made && limit !== null && value.length > limit) {
        report('entryTooLong', { max: limit, value: `${value.slice(0, 40)}…` });
        return [];
      }
      const create = made && { ...valuesOf(made, scope, name), [match]: value };
      const found = scope.relation({ uid: related.uid, field: match, value, create });
      if (found !== null) return found;
      const instead = fallback(scope);
      const type = nameOf(related);
      const none = { type, field: match, value };
      if (made) report('entryRefused', { type, value });
      else if (instead === null) report('noEntry', none);
      else report('otherEntry', { ...none, other: rule.unmatched ?? '' });
      return instead ?? [];
    });
    return many ? [...new Set(documents)] : (documents[0] ?? null);
  };
  const shape = {
    kind: 'relation',
    many,
    target: related.uid,
    targetLocalized: isLocalized(related),
  } as const;
  return { shape, compute, isConstant: false };

  /** The other fields of an entry that is made. */
  function readMade({ create }: RelationRule, owner: Schema, key: string): MappedFields {
    const at = { option: `${option}.create`, owner, item: 'text' } as const;
    const rules = isRecord(create) ? create : {};
    const fields = Object.keys(rules).length > 0 ? reading.fields(reading, rules, at) : {};
    const slugs = fillable(owner).filter((name) => owner.attributes[name]?.type === 'uid');
    const missing = unfilled(owner, [key, ...slugs, ...Object.keys(rules)]);
    for (const name of missing.filter((one) => !isAskedWhereShown(owner, one))) {
      fault(reading, `${at.option}.${name}`, `${owner.uid} requires this field`);
    }
    const nested = Object.entries(fields).filter(([, { shape }]) => shape.kind !== 'scalar');
    for (const [name] of nested) {
      fault(reading, `${at.option}.${name}`, 'an entry that is made takes values only');
    }
    return fields;
  }
};

const valuesOf = (fields: MappedFields, scope: Scope, item: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { compute }]) => [name, compute({ ...scope, item })]),
  );
