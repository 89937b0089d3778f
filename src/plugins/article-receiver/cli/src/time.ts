import { InvalidArgumentError } from 'commander';
import { writtenTime } from '../../shared/written-time';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** `90s`, `30m`, `2h`, `7d` in milliseconds; null when it is none of these. */
function durationOf(text: string): number | null {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  return count === undefined ? null : Number(count) * UNITS[unit as keyof typeof UNITS];
}

/** A hundred years. */
const MAX_DAYS = 36_500;

/** @throws InvalidArgumentError when it is not a duration. */
export function parseDuration(text: string): number {
  const duration = durationOf(text);
  if (duration !== null && duration <= MAX_DAYS * UNITS.d) return duration;
  throw new InvalidArgumentError(`Expected 90s, 30m, 2h or 7d, at most ${MAX_DAYS}d.`);
}

/** The years that are written with four digits: beyond, a date soon is none any more. */
const FIRST = Date.parse('0000-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

function parseInstant(text: string, direction: 1 | -1): number {
  const duration = durationOf(text);
  const instant = duration === null ? writtenTime(text) : Date.now() + direction * duration;
  if (instant !== null && instant >= FIRST && instant <= LAST) return instant;
  throw new InvalidArgumentError('Expected a time such as 2026-09-14T10:00:00Z, or 30m, 2h, 7d.');
}

/** A point in time, in epoch ms; a duration means that long ago. */
export const parsePast = (text: string): number => parseInstant(text, -1);

/** A point in time, in epoch ms; a duration means that long from now. */
export const parseFuture = (text: string): number => parseInstant(text, 1);

/** @throws InvalidArgumentError when it is not a whole number of 1 or more. */
export function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a whole number of 1 or more.');
}

/** The largest delay that Node's timers take, in milliseconds: one that is larger is over at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** So many a second. @throws InvalidArgumentError when it is no number above 0. */
export function parseRate(text: string): number {
  const rate = Number(text);
  if (rate > 0 && Number.isFinite(rate)) return Math.max(rate, 1000 / MAX_TIMER_MS);
  throw new InvalidArgumentError('Expected a number above 0.');
}

/** Milliseconds in the largest units that say enough: `3 d 4 h`, `12 min`, `8 s`. */
export function inWords(ms: number): string {
  const minutes = Math.floor(ms / UNITS.m);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
