import type { Effect } from '../../../../shared/settings/settings';
import { plannedInstant } from './planned-day';
import { effectOf, type PublicationPolicy, type Verdict } from './publication';

/** What of a delivery says something of the publication. Times in epoch ms. */
export interface Spoken {
  occurredAt: number;
  event: string;
  sourceStatus: string | null;
  /** The day for which its article is planned, `YYYY-MM-DD`; null without a plan. */
  plannedFor: string | null;
}

/** A policy at a moment: what is planned for later has no effect yet. */
export interface PolicyAt extends PublicationPolicy {
  /** Epoch ms. */
  now: number;
}

/** An effect as it is at a moment. */
export type VerdictNow =
  /** `plannedFor` is a day that has not come, on which it is to be published. */
  { effect: Effect; plannedFor?: string } | Extract<Verdict, { undecided: unknown }>;

/**
 * What the deliveries of a stream say of the publication at a moment. A planned one is published
 * from its day on, unless a revision came before that: then the revision's day counts.
 * @param stream in order.
 */
export function verdictsAt(stream: readonly Spoken[], policy: PolicyAt): VerdictNow[] {
  let revisedAt = Infinity;
  return [...stream]
    .reverse()
    .map((entry): VerdictNow => {
      const verdict = effectOf(entry, policy);
      if (!('effect' in verdict)) return verdict;
      const { effect } = verdict;
      if (effect !== 'planned') return { effect };
      const { plannedFor, occurredAt } = entry;
      const nextAt = revisedAt;
      revisedAt = occurredAt;
      if (plannedFor === null) return { effect: 'draft' };
      const dueAt = plannedInstant(plannedFor, policy.planned);
      if (dueAt > nextAt) return { effect: 'draft' };
      return dueAt <= policy.now ? { effect: 'publish' } : { effect: 'draft', plannedFor };
    })
    .reverse();
}

/** Whether the service ever said that an article is published, or its planned day has come. */
export const wasPublished = (stream: readonly Spoken[], policy: PolicyAt): boolean =>
  verdictsAt(stream, policy).some((verdict) => 'effect' in verdict && verdict.effect === 'publish');
