import { isRecord } from '../../../shared/records';
import { z } from 'zod';
import type { Issue } from '../../../shared/deliveries/deliveries';
import { isIssueCode, issueOf, type IssueCode } from '../../../shared/deliveries/issues';
import { cleanJson, cleanText, isPrototypeKey } from './clean';

/** What reading a value against a schema left behind besides the value. */
export interface Findings {
  /** What was dropped or changed, and why. */
  issues: Issue[];
  /** Paths of required fields that are missing or wrong: the value as a whole is unusable. */
  missing: Issue[];
  /** Fields that the schema does not know, by dotted path. */
  unknown: Map<string, unknown>;
}

export const noFindings = (): Findings => ({ issues: [], missing: [], unknown: new Map() });

/** Fields that one body can add before the rest is summed up in a single issue. */
const MAX_ISSUES = 200;

/** Entries of one list that are read; a delivery of the feed has a handful. */
const MAX_ENTRIES = 2_000;

/** Reads one kind of value. `path` is where it stands, dotted. */
type Reader = (value: unknown, findings: Findings, path: string) => unknown;

/** Which kind a schema is of costs more to ask than most values cost to read: asked once. */
const readers = new WeakMap<z.ZodType, Reader>();

/**
 * Reads `value` against `schema` field by field instead of all or nothing: a wrong optional field
 * becomes null with an issue, a wrong element of a list is left out with an issue, an unknown
 * field is kept aside, and only a wrong required field makes the whole unusable.
 *
 * @returns the value with every optional field present as a value or null.
 */
export function tolerate(schema: z.ZodType, value: unknown, findings: Findings): unknown {
  return readerOf(schema)(value, findings, '');
}

function readerOf(schema: z.ZodType): Reader {
  const known = readers.get(schema) ?? makeReader(schema);
  readers.set(schema, known);
  return known;
}

function makeReader(schema: z.ZodType): Reader {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const read = optional(readerOf(schema.unwrap() as z.ZodType));
    return (value, findings, path) =>
      value === undefined || value === null ? null : read(value, findings, path);
  }
  if (schema instanceof z.ZodObject) return objectReader(schema);
  if (schema instanceof z.ZodArray) return listReader(schema);
  return leafReader(schema);
}

/** What is missing in it costs the field, not the delivery. */
function optional(read: Reader): Reader {
  return (value, findings, path) => {
    const inner: Findings = { ...findings, missing: [] };
    const result = read(value, inner, path);
    if (inner.missing.length === 0) return result;
    for (const issue of inner.missing) addIssue(findings, issue);
    return null;
  };
}

function objectReader(schema: z.ZodObject): Reader {
  const fields = new Map(
    Object.entries(schema.shape).map(([name, field]) => [name, readerOf(field as z.ZodType)]),
  );
  return (value, findings, path) => {
    if (!isRecord(value)) {
      findings.missing.push(notExpected(path, 'noObject', value));
      return null;
    }
    const given = value;
    for (const name of Object.keys(given)) {
      if (!fields.has(name)) keepAside(name, given[name], findings, path);
    }
    const result: Record<string, unknown> = {};
    for (const [name, read] of fields) {
      const entry = Object.hasOwn(given, name) ? given[name] : undefined;
      result[name] = read(entry, findings, join(path, name));
    }
    return result;
  };
}

/** A field that the schema does not know. */
function keepAside(name: string, value: unknown, findings: Findings, path: string): void {
  const clean = cleanText(name);
  const where = join(path, clean);
  if (isPrototypeKey(clean)) addIssue(findings, issueOf(where, 'fieldRefused'));
  else findings.unknown.set(where, cleanJson(value));
}

function listReader(schema: z.ZodArray): Reader {
  const read = optional(readerOf(schema.element as z.ZodType));
  return (value, findings, path) => {
    if (!Array.isArray(value)) {
      findings.missing.push(notExpected(path, 'noList', value));
      return null;
    }
    if (value.length > MAX_ENTRIES) {
      addIssue(findings, issueOf(path, 'tooManyEntries', { max: MAX_ENTRIES }));
    }
    return value
      .slice(0, MAX_ENTRIES)
      .map((entry: unknown, index) => read(entry, findings, join(path, String(index))))
      .filter((entry) => entry !== null);
  };
}

function leafReader(schema: z.ZodType): Reader {
  const otherKind = codeOfOtherKind(schema);
  return (value, findings, path) => {
    if (otherKind !== null && typeof value !== schema.type) {
      findings.missing.push(notExpected(path, otherKind, value));
      return null;
    }
    const result = schema.safeParse(value);
    if (!result.success) {
      findings.missing.push(notExpected(path, wordsOf(result), value));
      return null;
    }
    if (typeof result.data !== 'string') return cleanJson(result.data);
    const clean = cleanText(result.data);
    if (clean !== result.data) {
      addIssue(findings, issueOf(path, 'charactersLeftOut'));
    }
    return clean;
  };
}

const wordsOf = ({ error }: z.ZodSafeParseResult<unknown>): string =>
  error?.issues[0]?.message ?? '';

/**
 * What a schema of texts or numbers says of every value of another kind; null where it depends on the value.
 * zod makes an error with a message for each one that it refuses, which thousands of them in one body would
 * have everybody else wait for.
 */
function codeOfOtherKind(schema: z.ZodType): IssueCode | null {
  if (schema.type !== 'string' && schema.type !== 'number') return null;
  const words = wordsOf(schema.safeParse(null));
  return isIssueCode(words) ? words : null;
}

function addIssue(findings: Findings, issue: Issue): void {
  if (findings.issues.length < MAX_ISSUES) findings.issues.push(issue);
  else if (findings.issues.length === MAX_ISSUES) {
    findings.issues.push(issueOf('', 'tooManyIssues', { max: MAX_ISSUES }));
  }
}

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name);

/** @param message of the schema, which says what it expects as the code of an issue. */
function notExpected(path: string, message: string, value: unknown): Issue {
  if (value === undefined) return issueOf(path, 'fieldMissing');
  return isIssueCode(message)
    ? issueOf(path, message, { found: kindOf(value) })
    : { path, message };
}

/** What JSON calls a kind of value. */
const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
