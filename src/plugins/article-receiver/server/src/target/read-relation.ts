import type { RelationRule } from '../../../shared/mapping';
import { slugOf } from '../projection/slug';
import { normalTagName, tagKey } from '../projection/tag-name';
import { didYouMean } from './nearest';
import { fault, hasOnly, isRecord, readSources, unfilled, type ReadRule } from './reading';
import { asText } from './convert';
import { firstValue, readTable } from './read-value';
import { fillable, isLocalized, leadsToMany, type Schema } from './schemas';
import type { Fields, Scope } from './target';

const KEYS = ['from', 'match', 'create', 'table', 'otherwise'];

/** Types of fields that can be compared. */
const COMPARABLE = new Set(['string', 'text', 'uid', 'email', 'enumeration']);

/** An article of the feed has a few tags; each is an entry. */
const MAX_ENTRIES = 250;

/** Reads `{ from, match, create }`: a relation to the entries that the feed names. */
export const readRelation: ReadRule = (reading, written, place) => {
  const { option, attribute } = place;
  const related = reading.schemas.contentTypes[attribute.target ?? ''];
  if (!related || attribute.relation?.startsWith('morph')) {
    return fault(reading, option, 'this kind of relation cannot be filled from the feed');
  }
  const rule = written as RelationRule;
  if (!isRecord(rule) || rule.match === undefined) {
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
  const made = rule.create ? readMade(rule, related, match) : null;
  const many = leadsToMany(attribute);
  const isSlug = compared.type === 'uid';

  const compute = (scope: Scope): unknown => {
    const found = firstValue(sources, table, scope)?.value ?? rule.otherwise ?? [];
    const words = [found].flat().flatMap((word) => asText(word, ' ') ?? []);
    const names = words.map(normalTagName).filter((name) => name !== '');
    const distinct = [...new Map(names.map((name) => [tagKey(name), name])).values()];
    if (distinct.length > MAX_ENTRIES) {
      const message = `expected at most ${MAX_ENTRIES} entries; the rest was left out`;
      scope.issues.push({ path: `article.${sources[0]?.name ?? ''}`, message });
    }
    const documents = distinct.slice(0, many ? MAX_ENTRIES : 1).flatMap((name) => {
      const value = isSlug ? slugOf(name) : name;
      const create = made && { ...valuesOf(made, scope, name), [match]: value };
      const found = scope.relation({ uid: related.uid, field: match, value, create });
      if (found === null) {
        const message = `${related.uid} has no entry whose ${match} is "${value}"`;
        scope.issues.push({ path: `article.${sources[0]?.name ?? ''}`, message });
      }
      return found ?? [];
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
  function readMade({ create }: RelationRule, owner: Schema, key: string): Fields {
    const at = { option: `${option}.create`, owner, item: 'text' } as const;
    const rules = isRecord(create) ? create : {};
    const fields = Object.keys(rules).length > 0 ? reading.fields(reading, rules, at) : {};
    const slugs = fillable(owner).filter((name) => owner.attributes[name]?.type === 'uid');
    const missing = unfilled(owner, [key, ...slugs, ...Object.keys(rules)]);
    for (const name of missing) {
      fault(reading, `${at.option}.${name}`, `${owner.uid} requires this field`);
    }
    const nested = Object.entries(fields).filter(([, { shape }]) => shape.kind !== 'scalar');
    for (const [name] of nested) {
      fault(reading, `${at.option}.${name}`, 'an entry that is made takes values only');
    }
    return fields;
  }
};

const valuesOf = (fields: Fields, scope: Scope, item: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { compute }]) => [name, compute({ ...scope, item })]),
  );
