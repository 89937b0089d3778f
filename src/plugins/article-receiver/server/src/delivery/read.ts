import { isUtf8 } from 'node:buffer';
import type { Issue } from '../../../shared/deliveries';
import { lift, type Lifted } from './lift';
import { scanJson, type JsonScan } from './scan';
import { noFindings, tolerate } from './tolerate';
import { upcast } from './upcast';
import { wireSchema, type WireDelivery } from './wire';

/** The feed nests five levels deep; far deeper input would overflow the stack of whoever walks it. */
const MAX_DEPTH = 64;

/** Shorter base64 costs more as a reference (71 bytes, and a row of its own) than as it is. */
const MIN_LIFT_LENGTH = 1024;

const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** What identifies a delivery, as far as an unusable one says. */
export interface Hints {
  event: string | null;
  orgId: string | null;
  articleId: string | null;
  title: string | null;
}

export type Reading =
  | {
      kind: 'delivery';
      delivery: WireDelivery;
      issues: Issue[];
      /** Fields that the wire schema does not know, by dotted path. */
      unknown: Map<string, unknown>;
    }
  /** Not JSON at all. */
  | { kind: 'malformed'; issues: Issue[]; hints: Hints }
  /** JSON without what identifies and orders a delivery. */
  | { kind: 'invalid'; issues: Issue[]; hints: Hints };

const NO_HINTS: Hints = { event: null, orgId: null, articleId: null, title: null };

const scan = (bytes: Buffer): JsonScan =>
  scanJson(bytes, { maxDepth: MAX_DEPTH, minLiftLength: MIN_LIFT_LENGTH });

/** Reads a body as it arrived: its images cut out, its content checked against the wire schema. */
export function readBody(body: Buffer): { lifted: Lifted; reading: Reading } {
  const scanned = scan(body);
  const lifted = lift(body, scanned.strings);
  return { lifted, reading: readScanned(lifted.skeleton, scanned) };
}

/** Reads a stored body whose images are references. Gives what `readBody` gave when it arrived. */
export function readSkeleton(skeleton: Buffer): Reading {
  return readScanned(skeleton, scan(skeleton));
}

function readScanned(skeleton: Buffer, scanned: JsonScan): Reading {
  const parsed = parseJson(skeleton, scanned.tooDeep);
  if (!parsed.ok) {
    return { kind: parsed.kind, issues: [{ path: '', message: parsed.message }], hints: NO_HINTS };
  }
  const findings = noFindings();
  const value = upcast(parsed.value);
  const delivery = tolerate(wireSchema, value, findings);
  if (findings.missing.length > 0) {
    return {
      kind: 'invalid',
      issues: [...findings.missing, ...findings.issues],
      hints: hintsOf(delivery),
    };
  }
  for (const path of scanned.duplicateKeys) {
    findings.issues.push({ path, message: 'the field stands here twice; the last value counts' });
  }
  return {
    kind: 'delivery',
    delivery: delivery as WireDelivery,
    issues: findings.issues,
    unknown: findings.unknown,
  };
}

type ParsedJson =
  { ok: true; value: unknown } | { ok: false; kind: 'malformed' | 'invalid'; message: string };

function parseJson(bytes: Buffer, tooDeep: boolean): ParsedJson {
  if (bytes.length === 0) return { ok: false, kind: 'malformed', message: 'the body is empty' };
  if (!isUtf8(bytes)) return { ok: false, kind: 'malformed', message: 'the body is not UTF-8' };
  const start = bytes.subarray(0, 3).equals(UTF8_BOM) ? 3 : 0;
  try {
    // Parsing itself is not recursive in V8, so a deep body is still told apart from a broken one.
    const value: unknown = JSON.parse(bytes.toString('utf8', start));
    if (!tooDeep) return { ok: true, value };
    const message = `expected at most ${MAX_DEPTH} levels of nesting`;
    return { ok: false, kind: 'invalid', message };
  } catch (error) {
    // V8 quotes the text around the fault; the text may be anything, the position is enough.
    const position = /position \d+/.exec((error as Error).message)?.[0];
    const message = `the body is not valid JSON${position ? ` (at ${position})` : ''}`;
    return { ok: false, kind: 'malformed', message };
  }
}

/** What the readable parts of an unusable delivery say about it. */
function hintsOf(delivery: unknown): Hints {
  const { event = null, orgId = null, article } = (delivery ?? {}) as Partial<WireDelivery>;
  return { event, orgId, articleId: article?.id ?? null, title: article?.title ?? null };
}
