import type { Core } from '@strapi/types';
import { debugPoint } from '../config/debug-point';
import type { Options } from '../config/options';
import { enterState } from '../event-log/alerts';
import {
  changeState,
  readStream,
  type StandingEntry,
  type StateChange,
} from '../event-log/deliveries';
import { inTransaction } from '../event-log/transaction';
import { refreshAttention } from '../ledger/attention';
import { recordAttempt } from '../ledger/attempts';
import { areCurrent, refreshSettings } from '../ledger/stored-settings';
import { lockStream, onTarget, openStream } from '../ledger/streams';
import { openTurns, slugTurn, takeTurns } from '../ledger/turns';
import { evolve, type Standing } from '../projection/evolve';
import { PartlyFailed, StreamMoved } from './outcomes';
import { articleTarget, placeStream, type PlacedStream } from './place-stream';
import { checkpoint } from './run-scope';
import { targetOf } from './target-of';
import { asProjection } from './watch-editors';
import { writeArticle, type Written } from './write-article';

const NOTHING: Written = { changes: [], heldBy: [], isDeleted: false };

/**
 * Projects a stream: makes its article show what its deliveries, taken together, say. Does the
 * same whatever order they arrived in and however often it runs.
 * @param everything puts all deliveries in place again, for content that was lost.
 * @throws StreamMoved when a delivery arrived meanwhile that changes the outcome: run again.
 * @throws PartlyFailed when the article is as it should be, but older deliveries have to wait.
 */
export async function projectStream(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
  everything = false,
): Promise<Written> {
  const startedAt = Date.now();
  const stream = await readStream(strapi, streamKey);
  const placing = { options, everything, preview: false };
  const placed = await placeStream(strapi, streamKey, stream, placing);
  const [first] = placed.loaded.values();
  if (first) await openStream(strapi, streamKey, first.delivery.article.id);
  await openTurns(strapi, slugTurns(placed));
  debugPoint('before-content');

  const write = async ({ trx }: { trx: Transaction }) => {
    const { stream: now, written } = first
      ? await writeTarget(strapi, trx, placed, options)
      : { stream: await readStream(strapi, streamKey), written: NOTHING };
    debugPoint('before-outcome');
    await recordOutcome(strapi, placed, now, written, startedAt);
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
  if (placed.faults.size > 0) throw new PartlyFailed(placed.faults);
  return written;
}

type Transaction = Parameters<typeof lockStream>[1];

async function writeTarget(
  strapi: Core.Strapi,
  trx: Transaction,
  placed: PlacedStream,
  options: Options,
): Promise<{ stream: StandingEntry[]; written: Written }> {
  const mapping = targetOf(strapi);
  const state = onTarget(await lockStream(strapi, trx, placed.streamKey), mapping.uid);
  await takeTurns(strapi, trx, slugTurns(placed));
  const stream = await readStream(strapi, placed.streamKey);
  refuseIfMoved(stream, placed, options);
  const article = articleTarget(placed, state, { options, mapping });
  const written = article ? await writeArticle(strapi, article, article.position) : NOTHING;
  return { stream, written };
}

/** The turns for the slugs that the article is to have: nobody else may find them free meanwhile. */
function slugTurns({ target, contents }: PlacedStream): string[] {
  return [target.draft, target.publication?.position].flatMap((position) => {
    const content = contents.get(position ?? NaN);
    return content ? [slugTurn('article', content.slug)] : [];
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
  { streamKey, target, refused }: PlacedStream,
  options: Options,
): void {
  const now = evolve(stream, options, refused);
  const same =
    now.draft === target.draft &&
    now.publication?.effect === target.publication?.effect &&
    now.publication?.position === target.publication?.position;
  if (!same) throw new StreamMoved(`stream ${streamKey} changed while it was being projected`);
}

/** Where each delivery stands once the article is written: some wait for a person after all. */
function standingsOf(
  { target }: PlacedStream,
  { heldBy, isDeleted }: Written,
): Map<number, Standing> {
  const standings = new Map(target.standings);
  const park = (position: number | null | undefined, reason: string) => {
    if (typeof position === 'number') standings.set(position, { state: 'parked', reason });
  };
  if (isDeleted) {
    const reason = 'An editor deleted the article. A redrive brings it back.';
    park(target.publication?.effect === 'publish' ? target.publication.position : null, reason);
    park(target.draft, reason);
  } else if (heldBy.length > 0) {
    const reason = `Publishing is held: the draft has unpublished changes of an editor (${heldBy.join(', ')}).`;
    park(target.publication?.position, reason);
  }
  return standings;
}

/** @param stream as it is now, under the lock: another instance may have done the same meanwhile. */
async function recordOutcome(
  strapi: Core.Strapi,
  placed: PlacedStream,
  stream: readonly StandingEntry[],
  written: Written,
  startedAt: number,
): Promise<void> {
  const standings = standingsOf(placed, written);
  for (const entry of stream) {
    const standing = standings.get(entry.position);
    if (!standing || placed.faults.has(entry.position)) continue;
    const issues = placed.loaded.get(entry.position)?.issues;
    await recordStanding(strapi, entry, { ...standing, ...(issues ? { issues } : {}) });
    if (isNews(entry, standing)) {
      await recordAttempt(strapi, {
        streamKey: entry.streamKey,
        deliveryPosition: entry.position,
        startedAt,
        outcome: standing.state,
        reason: standing.reason,
        changes: standing.state === 'superseded' ? [] : written.changes,
      });
    }
  }
}

const isNews = (entry: StandingEntry, { state, reason }: Standing): boolean =>
  entry.state !== state || entry.reason !== reason;

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
