import type {
  DeliveryDetail,
  DeliveryImage,
  DeliveryTimings,
  FieldChange,
} from '../../../shared/deliveries/deliveries';
import { counted } from '../counted';
import { visible } from '../output';

/** Longest text of a value; the whole is in `--json` and `--body`. */
const MAX_LENGTH = 100;

/** All that is known of a delivery, a line each, for somebody at a terminal. */
export function deliveryLines(detail: DeliveryDetail): string[] {
  const { issues, attempts, timings, images, changes, decision, ...rest } = detail;
  const { reasonValues, outcome: parts, sender, left, ...facts } = rest;
  const values = reasonValues && JSON.stringify(reasonValues);
  const outcome = parts.map(({ code }) => code).join(', ');
  const rows = Object.entries({
    ...facts,
    left: left && `by ${left.by}, ${left.at}`,
    sender: Object.values(sender).filter(Boolean).join(', ') || null,
    reasonValues: values,
    outcome,
    ...timingRows(timings),
  });
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = [
    ...rows.map(([name, value]) => `${name.padEnd(width)}  ${value ?? '-'}`),
    ...(decision ? [decisionLine(decision)] : []),
    ...images.map(imageLine),
    ...(changes ?? []).map(changeLine),
    ...issues.map(({ path, message }) => `issue: ${path || 'body'}: ${message}`),
    ...attempts.map(({ startedAt, outcome: state, reason, changes: fields }) => {
      const what = [reason, fields.join(', ')].filter(Boolean).join('; ');
      return `attempt: ${startedAt} ${state}${what ? ` (${what})` : ''}`;
    }),
  ];
  return lines.map(visible);
}

/** What the delivery's own facts do not say already. */
const timingRows = ({
  acknowledgedAt,
  projectedAt,
  acknowledgeMs,
  projectMs,
}: DeliveryTimings) => ({
  acknowledgedAt: timed(acknowledgedAt, acknowledgeMs),
  projectedAt: timed(projectedAt, projectMs),
});

const timed = (instant: string | null, ms: number | null): string | null =>
  instant === null || ms === null ? instant : `${instant} (after ${ms} ms)`;

/** What is asked about a word, and the option that can answer it. */
const ASKED = {
  status: { question: (word: string) => `what does the status "${word}" do`, option: 'statusMap' },
  language: {
    question: (word: string) => `what locale is the language "${word}"`,
    option: 'languageMap',
  },
} as const;

function decisionLine({
  kind,
  word,
  deliveries,
  fixedByConfig,
}: NonNullable<DeliveryDetail['decision']>) {
  const { question, option } = ASKED[kind];
  const where = fixedByConfig
    ? `in the config file (${option})`
    : `in the admin, or with ${option}`;
  return `decision: ${question(word)}? ${deliveries} parked; decide ${where}`;
}

function imageLine({
  path,
  kind,
  contentType,
  byteSize,
  state,
  reason,
  file,
}: DeliveryImage): string {
  const size = byteSize === null ? null : counted(byteSize, 'byte');
  const pixels = file?.width && file.height ? `${file.width} × ${file.height}` : null;
  const facts = [kind, contentType, size, pixels, file ? `file ${file.id}` : null].filter(Boolean);
  return `image: ${path}: ${state}${facts.length ? ` (${facts.join(', ')})` : ''}${reason ? `: ${reason}` : ''}`;
}

const changeLine = ({ field, before, after }: FieldChange): string =>
  before === null
    ? `change: ${field}: ${short(after)}`
    : `change: ${field}: ${short(before)} -> ${short(after)}`;

function short(value: unknown): string {
  const letters = Array.from(JSON.stringify(value) ?? '-');
  return letters.length <= MAX_LENGTH
    ? letters.join('')
    : `${letters.slice(0, MAX_LENGTH - 1).join('')}…`;
}
