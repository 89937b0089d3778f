import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { debugPoint } from '../config/debug-point';
import type { Options } from '../config/options';
import {
  changeState,
  readStream,
  type StandingEntry,
  type StateChange,
} from '../event-log/deliveries';
import { inTransaction } from '../event-log/transaction';
import { recordAttempt } from '../ledger/attempts';
import { lockStream, openStream } from '../ledger/streams';
import { evolve, inOrder, type Target } from '../projection/evolve';
import { loadDelivery, type LoadedDelivery } from './load-delivery';
import { Busy, PartlyFailed, Stopped, StreamMoved } from './outcomes';
import { placeDelivery, type ArticleContent } from './place-delivery';
import { checkpoint } from './run-scope';
import { writeArticle } from './write-article';

/** States in which a delivery has not been put in place yet. */
const UNSETTLED = new Set(['pending', 'failed']);

/** The deliveries of a stream that the article shows, with all they refer to in place. */
interface Placed {
  loaded: Map<number, LoadedDelivery>;
  contents: Map<number, ArticleContent>;
  /** What kept older deliveries from being put in place, by position. */
  faults: Map<number, unknown>;
}

/**
 * Projects a stream: makes its article show what its deliveries, taken together, say. Does the
 * same whatever order they arrived in and however often it runs.
 * @throws StreamMoved when a delivery arrived meanwhile that changes the outcome: run again.
 * @throws PartlyFailed when the article is as it should be, but older deliveries have to wait.
 */
export async function projectStream(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
): Promise<void> {
  const startedAt = Date.now();
  const stream = await readStream(strapi, streamKey);
  if (stream.length === 0) return;
  const target = evolve(stream, options);
  const placed = await placeAll(strapi, stream, target, options);
  const [first] = placed.loaded.values();
  if (first) await openStream(strapi, streamKey, first.delivery.article.id);
  debugPoint('before-content');

  checkpoint();
  await inTransaction(strapi, async ({ trx }) => {
    const changes = await writeTarget(strapi, trx, stream, target, placed, options);
    debugPoint('before-outcome');
    await recordOutcome(strapi, stream, target, placed, changes, startedAt);
    debugPoint('before-commit');
  });
  debugPoint('after-commit');
  if (placed.faults.size > 0) throw new PartlyFailed(placed.faults);
}

/** Puts in place what every unsettled delivery brings, and what the article is to show. */
async function placeAll(
  strapi: Core.Strapi,
  stream: readonly StandingEntry[],
  target: Target,
  options: Options,
): Promise<Placed> {
  const placed: Placed = { loaded: new Map(), contents: new Map(), faults: new Map() };
  const shown = new Set([target.draft, target.publication?.position]);
  for (const entry of [...stream].sort(inOrder)) {
    const isParked = target.standings.get(entry.position)?.state === 'parked';
    const wasParked = entry.state === 'parked';
    const isUnsettled = UNSETTLED.has(entry.state) || wasParked;
    if (isParked || (!isUnsettled && !shown.has(entry.position))) continue;
    checkpoint();
    try {
      const loaded = await loadDelivery(strapi, entry);
      const content = await placeDelivery(strapi, loaded, options);
      placed.loaded.set(entry.position, loaded);
      placed.contents.set(entry.position, content);
    } catch (error) {
      // What the article does not show any more must not keep it from showing what is newer.
      if (shown.has(entry.position) || isNoFault(error)) throw error;
      placed.faults.set(entry.position, error);
    }
  }
  return placed;
}

const isNoFault = (error: unknown): boolean => error instanceof Busy || error instanceof Stopped;

async function writeTarget(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  stream: readonly StandingEntry[],
  target: Target,
  { contents, loaded }: Placed,
  options: Options,
): Promise<string[]> {
  const newest = target.draft === null ? undefined : loaded.get(target.draft);
  const draft = newest && contents.get(newest.entry.position);
  // Nothing is decided yet: there is nothing to show, and no article to lock.
  if (!draft) return [];
  const { streamKey } = newest.entry;
  const state = await lockStream(strapi, trx, streamKey);
  await refuseIfMoved(strapi, streamKey, target, options);
  const publication = target.publication && {
    effect: target.publication.effect,
    content: contents.get(target.publication.position) ?? draft,
  };
  const earlierSlugs = stream
    .filter((entry) => inOrder(entry, newest.entry) < 0)
    .sort(inOrder)
    .map(({ slug }) => slug);
  const articleId = newest.delivery.article.id;
  return writeArticle(strapi, { articleId, state, draft, earlierSlugs, publication, options });
}

/** Under the lock, what was decided without it must still hold. */
async function refuseIfMoved(
  strapi: Core.Strapi,
  streamKey: string,
  target: Target,
  options: Options,
): Promise<void> {
  const now = evolve(await readStream(strapi, streamKey), options);
  const same =
    now.draft === target.draft &&
    now.publication?.effect === target.publication?.effect &&
    now.publication?.position === target.publication?.position;
  if (!same) throw new StreamMoved(`stream ${streamKey} changed while it was being projected`);
}

async function recordOutcome(
  strapi: Core.Strapi,
  stream: readonly StandingEntry[],
  target: Target,
  { loaded, faults }: Placed,
  changes: readonly string[],
  startedAt: number,
): Promise<void> {
  for (const entry of stream) {
    const standing = target.standings.get(entry.position);
    if (!standing || faults.has(entry.position)) continue;
    const issues = loaded.get(entry.position)?.issues;
    const change: StateChange = { ...standing, ...(issues ? { issues } : {}) };
    const isNews = entry.state !== standing.state || entry.reason !== standing.reason;
    if (isNews || issues) await changeState(strapi, entry.position, change);
    if (!isNews) continue;
    await recordAttempt(strapi, {
      streamKey: entry.streamKey,
      deliveryPosition: entry.position,
      startedAt,
      outcome: standing.state,
      reason: standing.reason,
      changes: standing.state === 'applied' ? [...changes] : [],
    });
  }
}
