import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { issueOf, type Issue } from '../../../shared/deliveries/issues';
import { reasonOf, sameReason, type Reason } from '../../../shared/deliveries/reasons';
import type { News } from '../../../shared/settings/settings';
import type { Attempt } from '../ledger/deliveries/attempts';
import type { StreamDelivery, StateChange } from '../ledger/deliveries/deliveries';
import { ledgerOf } from '../ledger/ledger';
import type { AttemptDetails } from '../projection/article/attempt-details';
import type { DecidedState } from '../projection/article/evolve';
import type { PlacedStream } from '../article-content/place-stream';
import type { Written } from '../write/written';
import { askedOfDeleted } from './asked-of-deleted';
import { nextLook } from './next-look';

/** Faults of single deliveries that did not keep the draft from being written, by position. */
export function faultsOf({ faults }: PlacedStream, { fault }: Written): Map<number, unknown> {
  return fault === null ? faults : new Map(faults).set(fault.position, fault.error);
}

/** Records the news of a projection: what changed for readers, and publications that wait. */
export async function tellNews(
  trx: Knex.Transaction,
  { run: { strapi, options }, desired, loaded }: PlacedStream,
  { stream, written }: Pick<ProjectionOutcome, 'stream' | 'written'>,
): Promise<void> {
  const { step, moved, heldBy, saidBy } = written;
  const deliveryPosition = saidBy ?? desired.publication?.position ?? desired.draft;
  if (deliveryPosition === null || !loaded.has(deliveryPosition)) return;
  const tell = (kind: News) =>
    ledgerOf(strapi).alerts.recordNews(trx, options, {
      kind,
      deliveryPosition,
      moved: kind === 'moved' ? moved : null,
    });
  if (step === 'publish') await tell('published');
  if (step === 'unpublish') await tell('unpublished');
  if (moved) await tell('moved');
  const before = stream.find(({ position }) => position === deliveryPosition);
  const isHeldAlready = before !== undefined && waitedFor(before)?.code === 'publicationHeld';
  if (heldBy.length > 0 && !isHeldAlready) await tell('held');
}

/**
 * The state of each delivery once the article is written: some wait for a person after all.
 * @param asked those that ask whether an article that was deleted is to come back.
 */
function statesOf(
  { desired, stream }: PlacedStream,
  { heldBy, refusal, refusedToo }: Written,
  asked: readonly number[],
): Map<number, DecidedState> {
  const states = new Map(desired.states);
  const { instead } = desired;
  const counts = refusal !== null && refusedToo === null;
  const decided = instead && states.get(instead.position);
  if (decided && !counts && instead.position !== desired.draft)
    states.set(instead.position, { ...decided, state: 'superseded' });
  const leftBy = new Map(stream.map((entry) => [entry.position, entry.leftBy]));
  const park = (position: number | null | undefined, reason: Reason) => {
    if (typeof position !== 'number') return;
    const name = leftBy.get(position);
    states.set(
      position,
      name
        ? { state: 'superseded', reason: reasonOf('left', { name }) }
        : { state: 'parked', reason },
    );
  };
  for (const position of asked) park(position, reasonOf('articleDeleted'));
  if (heldBy.length > 0) {
    const reason = reasonOf('publicationHeld', { fields: heldBy });
    park(desired.publication?.position, reason);
  } else if (refusal) {
    park(desired.publication?.position, refusal);
  }
  return states;
}

/** The result of a projection. */
export interface ProjectionOutcome {
  /** As it is now, under the lock: another instance may have done the same meanwhile. */
  stream: readonly StreamDelivery[];
  written: Written;
  startedAt: number;
}

/** Records, in the projection's transaction, what became of each delivery of the stream. */
export async function recordOutcome(
  placed: PlacedStream,
  { stream, written, startedAt }: ProjectionOutcome,
): Promise<void> {
  const { strapi, options } = placed.run;
  const { attempts: log, deliveries } = ledgerOf(strapi);
  const faults = faultsOf(placed, written);
  const asked = written.isDeleted ? await askedOfDeleted(placed, stream) : [];
  const states = statesOf(placed, written, asked);
  const attempts: Attempt[] = [];
  for (const entry of stream) {
    const decided = states.get(entry.position);
    if (!decided || faults.has(entry.position)) continue;
    const issues = issuesOf(placed, written, entry.position);
    await recordState(strapi, entry, { ...decided, ...(issues ? { issues } : {}) });
    if (isNews(entry, decided)) {
      attempts.push({
        streamKey: entry.streamKey,
        deliveryPosition: entry.position,
        startedAt,
        outcome: decided.state,
        reason: decided.reason,
        changes: decided.state === 'superseded' ? [] : written.changes,
        details: detailsFor(entry, placed, written),
      });
    }
    const waits =
      decided.state === 'parked' && entry.position === placed.desired.publication?.position;
    if (written.refusal && waits)
      await deliveries.planLook(entry.position, nextLook(entry.failures, options));
  }
  await log.record(attempts);
}

/** The details of an attempt; only the delivery that the draft shows has any. */
function detailsFor(
  { position }: StreamDelivery,
  { desired }: PlacedStream,
  { kept, otherSlug, isDeleted }: Written,
): AttemptDetails | null {
  const isShown = position === desired.draft && !isDeleted;
  return isShown ? { kept, otherSlug } : null;
}

/** The issues found in a delivery, where it was read, and those that came of writing its article. */
function issuesOf(
  { issues: found, desired, contents, run }: PlacedStream,
  { adoptedBy, otherSlug: own }: Written,
  position: number,
): Issue[] | undefined {
  const issues = found.get(position);
  if (!issues) return undefined;
  const slug = contents.get(position)?.slug ?? '';
  const isTaken = own !== null && position === desired.draft;
  return [
    ...issues,
    ...(isTaken ? [issueOf('article.slug', 'slugTaken', { slug, own })] : []),
    ...(position === adoptedBy ? [ADOPTED[run.options.editorEdits]] : []),
  ];
}

/** What becomes of the values of an entry that is adopted. */
const ADOPTED = {
  keep: issueOf('article.id', 'adopted'),
  overwrite: issueOf('article.id', 'adoptedOverwritten'),
};

/**
 * What a delivery waited for when it was projected last; null where it waited for nothing. One that is pending
 * because that may be settled still says it.
 */
const waitedFor = ({ state, reason }: StreamDelivery): Reason | null =>
  state === 'parked' || state === 'pending' ? reason : null;

const isNews = (entry: StreamDelivery, { state, reason }: DecidedState): boolean =>
  (entry.state !== state && (state !== 'parked' || waitedFor(entry) === null)) ||
  !sameReason(entry.reason, reason);

async function recordState(
  strapi: Core.Strapi,
  entry: StreamDelivery,
  change: StateChange & DecidedState,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const sameIssues =
    !change.issues || JSON.stringify(change.issues) === JSON.stringify(entry.issues);
  if (entry.state === change.state && !isNews(entry, change) && sameIssues) return;
  const isNew = waitedFor(entry)?.code !== change.reason?.code;
  if (change.state === 'parked' && isNew)
    await ledger.alerts.enterState(entry.position, 'parked', change.reason?.code);
  await ledger.deliveries.changeState(entry.position, change);
}
