import { messageOf } from '../../../shared/records';
import { isUtf8 } from 'node:buffer';
import type { Issue } from '../../../shared/deliveries/deliveries';
import { issueOf } from '../../../shared/deliveries/issues';
import { cutBelow } from './clean';
import { lift, type Lifted } from './lift';
import { mayHoldValues } from './many-values';
import { scanJson, type JsonScan } from './scan';
import { noFindings, tolerate } from './tolerate';
import { upcast } from './upcast';
import { wireSchema, type WireDelivery } from './wire';

/** The feed nests five levels deep; what is far deeper, MariaDB refuses as JSON (32 levels). */
const MAX_DEPTH = 30;

/**
 * A delivery of the feed has a few hundred, one with all that is read of it 17,000. Each costs far more
 * than its bytes: a megabyte of 70,000 fields held everything else up for a second.
 */
const MAX_VALUES = 20_000;

/** Shorter base64 costs more as a reference (71 bytes, and a row of its own) than as it is. */
const MIN_LIFT_LENGTH = 1024;

/** The strings that hold image data. Any other that looks like it is text, and stays where it is. */
const IMAGE_DATA = /^article\.images\.\d+\.(?:base64|dataUrl)$/;

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
  /** JSON without what identifies and orders a delivery, or with more values than are read. */
  | { kind: 'invalid'; issues: Issue[]; hints: Hints };

const NO_HINTS: Hints = { event: null, orgId: null, articleId: null, title: null };

const scan = (bytes: Buffer): JsonScan =>
  scanJson(bytes, {
    maxDepth: MAX_DEPTH,
    maxValues: MAX_VALUES,
    minLiftLength: MIN_LIFT_LENGTH,
  });

/** Reads a body as it arrived: its images cut out, its content checked against the wire schema. */
export function readDelivery(body: Buffer): { lifted: Lifted; reading: Reading } {
  const scanned = scan(body);
  const imageData = scanned.strings.filter(({ path }) => IMAGE_DATA.test(path));
  const lifted = lift(body, imageData);
  return { lifted, reading: readScanned(lifted.skeleton, scanned) };
}

/** Reads a stored body whose images are references. Gives what `readDelivery` gave when it arrived. */
export function readSkeleton(skeleton: Buffer): Reading {
  return readScanned(skeleton, scan(skeleton));
}

function readScanned(skeleton: Buffer, scanned: JsonScan): Reading {
  if (scanned.tooMany) {
    return mayHoldValues(skeleton)
      ? unreadable('invalid', issueOf('', 'bodyTooManyValues', { max: MAX_VALUES }))
      : unreadable('malformed', issueOf('', 'bodyNoJson'));
  }
  const parsed = parseJson(skeleton);
  if (!parsed.ok) return unreadable('malformed', parsed.issue);
  const findings = noFindings();
  const value = upcast(scanned.tooDeep ? cutBelow(parsed.value, MAX_DEPTH) : parsed.value);
  const delivery = tolerate(wireSchema, value, findings);
  if (findings.missing.length > 0) {
    return {
      kind: 'invalid',
      issues: [...findings.missing, ...findings.issues],
      hints: hintsOf(delivery),
    };
  }
  return {
    kind: 'delivery',
    delivery: delivery as WireDelivery,
    issues: [...findings.issues, ...issuesOf(scanned, findings.issues)],
    unknown: findings.unknown,
  };
}

const unreadable = (kind: 'malformed' | 'invalid', issue: Issue): Reading => ({
  kind,
  issues: [issue],
  hints: NO_HINTS,
});

/** What only the raw bytes show. */
function issuesOf(
  { duplicateKeys, protoKeys, tooDeep }: JsonScan,
  known: readonly Issue[],
): Issue[] {
  const isNew = (path: string) => !known.some((issue) => issue.path === path);
  return [
    ...duplicateKeys.map((path) => issueOf(path, 'fieldTwice')),
    ...protoKeys.filter(isNew).map((path) => issueOf(path, 'fieldRefused')),
    ...(tooDeep ? [issueOf('', 'bodyTooDeep', { max: MAX_DEPTH })] : []),
  ];
}

type ParsedJson = { ok: true; value: unknown } | { ok: false; issue: Issue };

function parseJson(bytes: Buffer): ParsedJson {
  if (bytes.length === 0) return { ok: false, issue: issueOf('', 'bodyEmpty') };
  if (!isUtf8(bytes)) return { ok: false, issue: issueOf('', 'bodyNotUtf8') };
  const start = bytes.subarray(0, 3).equals(UTF8_BOM) ? 3 : 0;
  try {
    // Parsing itself is not recursive in V8: any depth is fine here.
    return { ok: true, value: JSON.parse(bytes.toString('utf8', start)) };
  } catch (error) {
    // V8 quotes the text around the fault; the text may be anything, the position is enough.
    const position = /position (\d+)/.exec(messageOf(error))?.[1];
    const issue =
      position === undefined
        ? issueOf('', 'bodyNoJson')
        : issueOf('', 'bodyNoJsonAt', { position: Number(position) });
    return { ok: false, issue };
  }
}

/** What the readable parts of an unusable delivery say about it. */
function hintsOf(delivery: unknown): Hints {
  const { event = null, orgId = null, article } = (delivery ?? {}) as Partial<WireDelivery>;
  return { event, orgId, articleId: article?.id ?? null, title: article?.title ?? null };
}
