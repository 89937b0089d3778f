import { z } from 'zod';
import type { Issue } from '../../../shared/deliveries';
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

/** What is said of a field that would reach into an object's prototype. */
export const REFUSED_NAME = 'refused field name';

/** Fields that one body can add before the rest is summed up in a single issue. */
const MAX_ISSUES = 200;

/**
 * Reads `value` against `schema` field by field instead of all or nothing: a wrong optional field
 * becomes null with an issue, a wrong element of a list is left out with an issue, an unknown
 * field is kept aside, and only a wrong required field makes the whole unusable.
 *
 * @returns the value with every optional field present as a value or null.
 */
export function tolerate(
  schema: z.ZodType,
  value: unknown,
  findings: Findings,
  path = '',
): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    if (value === undefined || value === null) return null;
    return tolerateOptional(schema.unwrap() as z.ZodType, value, findings, path);
  }
  if (schema instanceof z.ZodObject) return readObject(schema, value, findings, path);
  if (schema instanceof z.ZodArray) return readList(schema, value, findings, path);
  return readLeaf(schema, value, findings, path);
}

/** Reads an optional field: what is missing in it costs the field, not the delivery. */
function tolerateOptional(schema: z.ZodType, value: unknown, findings: Findings, path: string) {
  const inner: Findings = { ...findings, missing: [] };
  const result = tolerate(schema, value, inner, path);
  if (inner.missing.length === 0) return result;
  for (const issue of inner.missing) addIssue(findings, issue);
  return null;
}

function readObject(
  schema: z.ZodObject,
  value: unknown,
  findings: Findings,
  path: string,
): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    findings.missing.push({ path, message: expected('an object', value) });
    return null;
  }
  const shape = schema.shape as Record<string, z.ZodType>;
  for (const [name, entry] of Object.entries(value)) {
    if (Object.hasOwn(shape, name)) continue;
    const clean = cleanText(name);
    const where = join(path, clean);
    if (isPrototypeKey(clean)) addIssue(findings, { path: where, message: REFUSED_NAME });
    else findings.unknown.set(where, cleanJson(entry));
  }
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      const entry: unknown = Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
      return [name, tolerate(field, entry, findings, join(path, name))];
    }),
  );
}

function readList(schema: z.ZodArray, value: unknown, findings: Findings, path: string): unknown {
  if (!Array.isArray(value)) {
    findings.missing.push({ path, message: expected('a list', value) });
    return null;
  }
  const element = schema.element as z.ZodType;
  return value
    .map((entry: unknown, index) =>
      tolerateOptional(element, entry, findings, join(path, String(index))),
    )
    .filter((entry) => entry !== null);
}

function readLeaf(schema: z.ZodType, value: unknown, findings: Findings, path: string): unknown {
  const result = schema.safeParse(value);
  if (!result.success) {
    const message = result.error.issues.map((issue) => issue.message).join('; ');
    findings.missing.push({ path, message });
    return null;
  }
  if (typeof result.data !== 'string') return cleanJson(result.data);
  const clean = cleanText(result.data);
  if (clean !== result.data) {
    addIssue(findings, { path, message: 'characters that cannot be stored were left out' });
  }
  return clean;
}

function addIssue(findings: Findings, issue: Issue): void {
  if (findings.issues.length < MAX_ISSUES) findings.issues.push(issue);
  else if (findings.issues.length === MAX_ISSUES) {
    findings.issues.push({
      path: '',
      message: `more than ${MAX_ISSUES} issues; the rest is not listed`,
    });
  }
}

const join = (path: string, name: string): string => (path ? `${path}.${name}` : name);

const expected = (what: string, value: unknown): string =>
  `expected ${what}, received ${value === undefined ? 'nothing' : typeName(value)}`;

const typeName = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
