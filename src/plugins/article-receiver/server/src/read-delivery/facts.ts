import { beginningOf } from './beginning';
import { campaignIdOf } from './identity';
import type { Reading } from './read';

/** What identifies and times a delivery; null where an unusable one does not say. */
export interface DeliveryFacts {
  event: string | null;
  orgId: string | null;
  articleId: string | null;
  campaignId: string | null;
  title: string | null;
  slug: string | null;
  sourceStatus: string | null;
  /** Epoch milliseconds, whole. */
  occurredAt: number | null;
  /** What the timestamp says below a millisecond, in nanoseconds. */
  occurredBelow: number | null;
  /** Epoch milliseconds, whole. */
  sourceUpdatedAt: number | null;
  sourceUpdatedBelow: number | null;
  /** The day for which the article is planned, `YYYY-MM-DD`. */
  plannedFor: string | null;
}

/** What lists of deliveries show and search of a title and a slug. */
const shown = (text: string | null): string | null => text && beginningOf(text);

const NEVER = {
  occurredAt: null,
  occurredBelow: null,
  sourceUpdatedAt: null,
  sourceUpdatedBelow: null,
  plannedFor: null,
};

/** The nanoseconds of an ISO time that `Date.parse` leaves out. */
function belowMillisecond(time: string): number {
  const digits = /\.\d{3}(\d+)/.exec(time)?.[1] ?? '';
  return Number(digits.slice(0, 6).padEnd(6, '0'));
}

/** A time in milliseconds with what was sent below them, as far as a number holds that (0.25 µs). */
export const preciseTime = (whole: number, nanoseconds: number | null): number =>
  whole + (nanoseconds ?? 0) / 1_000_000;

/** The facts of a delivery by which the log is searched and ordered. */
export function factsOf(reading: Reading): DeliveryFacts {
  if (reading.kind !== 'delivery') {
    const unknown = { campaignId: null, slug: null, sourceStatus: null };
    const { hints } = reading;
    return { ...hints, title: shown(hints.title), ...unknown, ...NEVER };
  }
  const { event, orgId, timestamp, article } = reading.delivery;
  return {
    event,
    orgId,
    articleId: article.id,
    campaignId: campaignIdOf(article),
    title: shown(article.title),
    slug: shown(article.slug),
    sourceStatus: article.status,
    occurredAt: Date.parse(timestamp),
    occurredBelow: belowMillisecond(timestamp),
    sourceUpdatedAt: article.updatedAt === null ? null : Date.parse(article.updatedAt),
    sourceUpdatedBelow: article.updatedAt === null ? null : belowMillisecond(article.updatedAt),
    plannedFor: article.contentPlan?.plannedForDate ?? null,
  };
}
