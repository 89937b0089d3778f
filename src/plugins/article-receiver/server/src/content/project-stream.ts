import type { Core } from '@strapi/types';
import { reasonOf, sameReason, type Reason } from '../../../shared/reasons';
import { issueOf, type Issue } from '../../../shared/issues';
import { retryDelay } from '../work/backoff';
import { debugPoint } from '../work/debug-point';
import type { Options } from '../config/options';
import { enterState, recordNews } from '../log/alerts';
import type { News } from '../../../shared/settings';
import {
  changeState,
  planLook,
  readStream,
  type StandingEntry,
  type StateChange,
} from '../ledger/deliveries';
import { inTransaction } from '../database/transaction';
import { refreshAttention } from '../entries/attention';
import { planStream, samePlan } from '../ledger/planned';
import { recordAttempt, type AttemptDetails } from '../ledger/attempts';
import { areCurrent, refreshSettings } from '../ledger/stored-settings';
import {
  lockStream,
  onTarget,
  openStream,
  readStreamState,
  untouched,
  type StreamState,
} from '../ledger/streams';
import { openTurns, slugTurn, takeTurns } from '../database/locks';
import { evolve, inOrder, type Standing } from '../projection/evolve';
import { asProjection } from '../entries/as-projection';
import { wasPublished } from '../projection/verdicts';
import { nextSlug } from '../projection/slug';
import { isSlugTaken } from '../entries/entry-document';
import { Busy, PartlyFailed, Stopped, StreamMoved } from '../work/outcomes';
import { articleTarget, placeStream, type PlacedStream } from '../values/place-stream';
import { checkpoint } from '../work/run-scope';
import { askerWith } from './slug-askers';
import { targetOf } from '../entries/target-of';
import { NOTHING_WRITTEN, writeArticle, type Written } from './write-article';

/**
 * Projects a stream: makes its article show what its deliveries, taken together, say. Does the
 * same whatever order they arrived in and however often it runs.
 * @param how.everything puts all deliveries in place again, for content that was lost.
 * @param how.slug what the article is to have instead of the slug that it has, while nobody knows it
 *   by that.
 * @throws StreamMoved when a delivery arrived meanwhile that changes the outcome: run again.
 * @throws PartlyFailed when the article is as it should be, but older deliveries have to wait.
 */
export async function projectStream(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
  { everything = false, slug }: { everything?: boolean; slug?: string | undefined } = {},
): Promise<Written> {
  const startedAt = Date.now();
  const stream = await readStream(strapi, streamKey);
  const placing = { options, everything, preview: false };
  const placed = await placeStream(strapi, streamKey, stream, placing);
  const [first] = placed.loaded.values();
  const state = await readStreamState(strapi, streamKey);
  if (first && !state) await openStream(strapi, streamKey, first.delivery.article.id);
  const slugs = slugsOf(placed, state);
  await openTurns(strapi, slugs.turns);
  if (slugs.claimed !== null)
    await makeWay(strapi, placed, { slug: slugs.claimed, state, options });
  debugPoint('before-content');

  const write = async ({ trx }: { trx: Transaction }) => {
    const { stream: now, written } = first
      ? await writeTarget(strapi, trx, placed, { options, turns: slugs.turns, slug })
      : { stream: await readStream(strapi, streamKey), written: NOTHING_WRITTEN };
    debugPoint('before-outcome');
    await recordOutcome(strapi, placed, { stream: now, written, startedAt, options });
    await tellNews(strapi, trx, placed, { stream: now, written, options });
    await refreshAttention(strapi, streamKey);
    await refuseIfStale(strapi, options);
    debugPoint('before-commit');
    return written;
  };
  checkpoint();
  const written = await asProjection(() => inTransaction(strapi, write)).catch(
    async (error: unknown) => {
      if (error instanceof StreamMoved) await refreshSettings(strapi);
      throw error;
    },
  );
  debugPoint('after-commit');
  const faults = faultsOf(placed, written);
  if (faults.size > 0) throw new PartlyFailed(faults);
  return written;
}

/** What went wrong though the draft is as it should be, by position. */
function faultsOf({ faults, target }: PlacedStream, { fault }: Written): Map<number, unknown> {
  const { publication } = target;
  return fault === null || !publication ? faults : new Map(faults).set(publication.position, fault);
}

type Transaction = Parameters<typeof lockStream>[1];

async function writeTarget(
  strapi: Core.Strapi,
  trx: Transaction,
  placed: PlacedStream,
  { options, turns, slug }: { options: Options; turns: string[]; slug: string | undefined },
): Promise<{ stream: StandingEntry[]; written: Written }> {
  const mapping = targetOf(strapi);
  const state = onTarget(await lockStream(strapi, trx, placed.streamKey), mapping.uid);
  await takeTurns(strapi, trx, turns);
  const stream = await readStream(strapi, placed.streamKey);
  refuseIfMoved(stream, placed);
  const article = articleTarget(placed, state, { options, mapping });
  const written = article
    ? await writeArticle(strapi, { ...article, slug }, article.position)
    : NOTHING_WRITTEN;
  const planned = mapping.draftAndPublish && !written.isDeleted ? placed.target.planned : null;
  if (!samePlan(state.planned, planned)) await planStream(strapi, placed.streamKey, planned);
  return { stream, written };
}

interface SlugsOfStream {
  /**
   * The turns for the slugs that the article is to have, and for the one that it leaves: nobody else
   * may find them free, or taken, meanwhile.
   */
  turns: string[];
  /** The slug that comes before what others ask for, because readers are to know the article by it. */
  claimed: string | null;
}

function slugsOf(
  { stream, policy, target, contents }: PlacedStream,
  state: StreamState | null,
): SlugsOfStream {
  const slugOf = (position: number | null | undefined) => contents.get(position ?? NaN)?.slug;
  const wished = [slugOf(target.draft), slugOf(target.publication?.position)];
  const before = state?.slug ?? undefined;
  const slugs = [...wished, before].filter((slug) => slug !== undefined);
  const [draft] = wished;
  return {
    turns: [...new Set(slugs.map((slug) => slugTurn('article', slug)))],
    claimed: draft !== undefined && wasPublished([...stream].sort(inOrder), policy) ? draft : null,
  };
}

/**
 * Lets an article that readers are to know have its slug before one that nobody knows yet: that one
 * gets another, whichever of them arrived first.
 */
async function makeWay(
  strapi: Core.Strapi,
  { streamKey, locale }: PlacedStream,
  { slug, state: known, options }: { slug: string; state: StreamState | null; options: Options },
): Promise<void> {
  const mapping = targetOf(strapi);
  if (mapping.slug === null || !mapping.draftAndPublish) return;
  const state = onTarget(known ?? untouched(streamKey, mapping.uid), mapping.uid);
  // An address that readers know stays as it is, also when another becomes free.
  if (state.publishedFingerprint !== null && state.slug === slug) return;
  const place = { mapping, locale };
  const other = await askerWith(strapi, place, slug, state.documentId);
  if (!other?.isMovable || other.id === streamKey) return;
  const isTaken = (candidate: string) => isSlugTaken(strapi, place, candidate, null);
  const aside = await nextSlug(other.desired, isTaken);
  await projectStream(strapi, other.id, options, { slug: aside }).catch((error: unknown) => {
    if (error instanceof Stopped || error instanceof Busy || error instanceof StreamMoved)
      throw error;
    if (error instanceof PartlyFailed) return;
    // What is wrong with the other article is no reason to keep this one from its readers.
    strapi.log.warn(`article-receiver: an article did not make way for a slug: ${String(error)}`);
  });
}

/**
 * At the end of the transaction, so that whatever state of a delivery was read in it, the settings
 * that led to that state are read, too: another instance may have changed them, and would have what
 * it made pending parked again.
 */
async function refuseIfStale(strapi: Core.Strapi, options: Options): Promise<void> {
  if (await areCurrent(strapi, options)) return;
  throw new StreamMoved('the settings changed while a stream was being projected');
}

/** Under the lock, what was decided without it must still hold. */
function refuseIfMoved(
  stream: readonly StandingEntry[],
  { streamKey, policy, target, refused, lost }: PlacedStream,
): void {
  const now = evolve(stream, policy, { refused, lost });
  const same =
    now.draft === target.draft &&
    now.publication?.effect === target.publication?.effect &&
    now.publication?.position === target.publication?.position;
  if (!same) throw new StreamMoved(`stream ${streamKey} changed while it was being projected`);
}

/** What readers notice of a projection, and that a publication waits, as news of its delivery. */
async function tellNews(
  strapi: Core.Strapi,
  trx: Transaction,
  { target, loaded }: PlacedStream,
  { stream, written, options }: Pick<Outcome, 'stream' | 'written' | 'options'>,
): Promise<void> {
  const { step, moved, heldBy } = written;
  const deliveryPosition = target.publication?.position ?? target.draft;
  if (deliveryPosition === null || !loaded.has(deliveryPosition)) return;
  const tell = (kind: News) =>
    recordNews(strapi, trx, options, {
      kind,
      deliveryPosition,
      moved: kind === 'moved' ? moved : null,
    });
  if (step === 'publish') await tell('published');
  if (step === 'unpublish') await tell('unpublished');
  if (moved) await tell('moved');
  const before = stream.find(({ position }) => position === deliveryPosition);
  const isHeldAlready = before?.state === 'parked' && before.reason?.code === 'publicationHeld';
  if (heldBy.length > 0 && !isHeldAlready) await tell('held');
}

/** Where each delivery stands once the article is written: some wait for a person after all. */
function standingsOf(
  { target, stream }: PlacedStream,
  { heldBy, refusal, isDeleted }: Written,
): Map<number, Standing> {
  const standings = new Map(target.standings);
  const leftBy = new Map(stream.map((entry) => [entry.position, entry.leftBy]));
  const park = (position: number | null | undefined, reason: Reason) => {
    if (typeof position !== 'number') return;
    const name = leftBy.get(position);
    standings.set(
      position,
      name
        ? { state: 'superseded', reason: reasonOf('left', { name }) }
        : { state: 'parked', reason },
    );
  };
  if (isDeleted) {
    const reason = reasonOf('articleDeleted');
    park(target.publication?.effect === 'publish' ? target.publication.position : null, reason);
    park(target.draft, reason);
  } else if (heldBy.length > 0) {
    const reason = reasonOf('publicationHeld', { fields: heldBy });
    park(target.publication?.position, reason);
  } else if (refusal) {
    park(target.publication?.position, refusal);
  }
  return standings;
}

interface Outcome {
  /** As it is now, under the lock: another instance may have done the same meanwhile. */
  stream: readonly StandingEntry[];
  written: Written;
  startedAt: number;
  options: Options;
}

async function recordOutcome(
  strapi: Core.Strapi,
  placed: PlacedStream,
  { stream, written, startedAt, options }: Outcome,
): Promise<void> {
  const faults = faultsOf(placed, written);
  const standings = standingsOf(placed, written);
  if (written.otherSlug) {
    const shown = placed.target.draft ?? NaN;
    const values = { slug: placed.contents.get(shown)?.slug ?? '', own: written.otherSlug };
    placed.loaded.get(shown)?.issues.push(issueOf('article.slug', 'slugTaken', values));
  }
  for (const entry of stream) {
    const standing = standings.get(entry.position);
    if (!standing || faults.has(entry.position)) continue;
    const issues = issuesOf(placed, written, entry.position);
    await recordStanding(strapi, entry, { ...standing, ...(issues ? { issues } : {}) });
    if (isNews(entry, standing)) {
      await recordAttempt(strapi, {
        streamKey: entry.streamKey,
        deliveryPosition: entry.position,
        startedAt,
        outcome: standing.state,
        reason: standing.reason,
        changes: standing.state === 'superseded' ? [] : written.changes,
        details: detailsFor(entry, placed, written),
      });
    }
    const waits =
      standing.state === 'parked' && entry.position === placed.target.publication?.position;
    if (written.refusal && waits) await lookLater(strapi, entry, options);
  }
}

/** What Strapi refuses may be put right where nobody tells the receiver: it asks again now and then. */
async function lookLater(
  strapi: Core.Strapi,
  { position, failures: before }: StandingEntry,
  { sweepIntervalMs, retry }: Options,
): Promise<void> {
  const failures = before + 1;
  const { maxDelayMs } = retry;
  const firstDelayMs = Math.min(sweepIntervalMs, maxDelayMs);
  const pauses = { attempts: Infinity, firstDelayMs, maxDelayMs };
  const delay = retryDelay(failures, pauses, Math.random()) ?? maxDelayMs;
  await planLook(strapi, position, { failures, nextAttemptAt: Date.now() + delay });
}

/** What is to be said of the delivery: only what the draft shows has been written from it. */
function detailsFor(
  { position }: StandingEntry,
  { target }: PlacedStream,
  { kept, otherSlug, isDeleted }: Written,
): AttemptDetails | null {
  const isShown = position === target.draft && !isDeleted;
  return isShown ? { isShown, kept, otherSlug } : null;
}

/** What was noticed of a delivery, if it was looked at. */
function issuesOf(
  { loaded }: PlacedStream,
  { adoptedBy }: Written,
  position: number,
): Issue[] | undefined {
  const issues = loaded.get(position)?.issues;
  return issues && position === adoptedBy ? [...issues, ADOPTED] : issues;
}

const ADOPTED = issueOf('article.id', 'adopted');

const isNews = (entry: StandingEntry, { state, reason }: Standing): boolean =>
  entry.state !== state || !sameReason(entry.reason, reason);

async function recordStanding(
  strapi: Core.Strapi,
  entry: StandingEntry,
  change: StateChange & Standing,
): Promise<void> {
  const sameIssues =
    !change.issues || JSON.stringify(change.issues) === JSON.stringify(entry.issues);
  if (!isNews(entry, change) && sameIssues) return;
  if (change.state === 'parked') await enterState(strapi, entry.position, 'parked');
  await changeState(strapi, entry.position, change);
}
