import type { DeliveryState } from '../../../shared/deliveries';
import { effectOf, type PublicationPolicy } from './publication';

/** What of a delivery decides about its place and part in its stream. Times in epoch ms. */
export interface StreamEntry {
  /** Position in the log. */
  position: number;
  occurredAt: number;
  sourceUpdatedAt: number | null;
  event: string;
  sourceStatus: string | null;
}

export interface Standing {
  state: Extract<DeliveryState, 'applied' | 'superseded' | 'parked'>;
  reason: string | null;
}

/** What an article has to show, as a function of its stream alone. */
export interface Target {
  /** The delivery that the draft shows; null when none is decided yet. */
  draft: number | null;
  /** The feed's last word on publication; null when it never spoke: then it is the editors' alone. */
  publication: { effect: 'publish' | 'unpublish'; position: number } | null;
  /** Where each delivery of the stream stands, by position. */
  standings: Map<number, Standing>;
}

/**
 * The order of deliveries within a stream: `timestamp`, then `article.updatedAt`, then position in
 * the log. A delivery without `updatedAt` comes before those of the same time that have one.
 */
export function inOrder(a: StreamEntry, b: StreamEntry): number {
  return (
    a.occurredAt - b.occurredAt ||
    (a.sourceUpdatedAt ?? -Infinity) - (b.sourceUpdatedAt ?? -Infinity) ||
    a.position - b.position
  );
}

/**
 * Folds a stream, given in any order, into what its article has to show.
 * @param refused deliveries that wait for a person for another reason, by position.
 */
export function evolve(
  stream: readonly StreamEntry[],
  policy: PublicationPolicy,
  refused: ReadonlyMap<number, string> = new Map(),
): Target {
  const target: Target = { draft: null, publication: null, standings: new Map() };
  const waiting: { position: number; reason: string }[] = [];

  for (const entry of [...stream].sort(inOrder)) {
    const { position } = entry;
    const refusal = refused.get(position);
    const verdict = refusal === undefined ? effectOf(entry, policy) : { undecided: refusal };
    if ('undecided' in verdict) {
      waiting.push({ position, reason: verdict.undecided });
      continue;
    }
    const { effect } = verdict;
    if (effect === 'ignore') {
      const reason = `The status "${entry.sourceStatus}" is set to be ignored.`;
      target.standings.set(position, { state: 'superseded', reason });
      continue;
    }
    // What waited for a decision is older than this one, which decides without it.
    supersede(target, waiting.splice(0));
    target.standings.set(position, { state: 'superseded', reason: null });
    target.draft = position;
    if (effect !== 'draft') target.publication = { effect, position };
  }

  for (const { position, reason } of waiting) {
    target.standings.set(position, { state: 'parked', reason });
  }
  if (target.draft !== null) applied(target, target.draft);
  if (target.publication?.effect === 'publish') applied(target, target.publication.position);
  return target;
}

function supersede(target: Target, older: readonly { position: number; reason: string }[]): void {
  for (const { position, reason } of older) {
    target.standings.set(position, { state: 'superseded', reason });
  }
}

function applied(target: Target, position: number): void {
  target.standings.set(position, { state: 'applied', reason: null });
}
