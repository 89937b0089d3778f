import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { debugPoint } from '../faults/debug-point';
import type { Options } from '../config/options';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import { samePlan } from '../projection/article/evolve';
import { onTarget, type StreamState } from '../projection/article/stream-state';
import { ledgerOf } from '../ledger/ledger';
import { inTransaction } from '../database/transaction';
import { refreshAttention } from '../entries/attention';
import { takeLocks } from '../database/locks';
import { asProjection } from '../entries/as-projection';
import { PartlyFailed, StreamMoved } from '../faults/outcomes';
import { leadsNowhere } from '../faults/refusal';
import {
  awaitedDay,
  wantedArticle,
  placeStream,
  type PlacedStream,
} from '../article-content/place-stream';
import type { WantedArticle } from '../article-content/wanted-article';
import { beginRun } from '../shared-documents/run';
import { beforeChange } from '../run-context/looks';
import { faultsOf, recordOutcome, tellNews } from './record-outcome';
import { createAsking, slugLocks } from './make-way';
import {
  leavesOlder,
  mayFollow,
  refuseIfMoved,
  refuseIfStale,
  refusedBy,
  settledSince,
} from './still-holds';
import { mappingOf } from '../entries/mapping-of';
import { writeArticle } from '../write/write-article';
import { NOTHING_WRITTEN, type Written } from '../write/written';

export interface HowToProject {
  /** Puts all deliveries in place again, for content that was lost. */
  everything?: boolean;
  /** Another slug for an article that was never published: it makes way for one that is to be. */
  slug?: string | undefined;
  /** It is projected because of its slug alone; others that were asked for it in vain are not asked again. */
  isSettling?: boolean;
  /** The stream, where it has just been read. */
  stream?: readonly StreamDelivery[] | undefined;
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
  { stream, ...how }: HowToProject = {},
): Promise<Written> {
  let terms: Terms = { ...how, options, stream, alsoRefused: [] };
  for (;;) {
    const projected = await unlessLeadingNowhere(
      () => projectOnce(strapi, streamKey, terms),
      terms,
    );
    if (projected === null) {
      terms = { ...terms, stream: undefined, isAgain: true };
      continue;
    }
    const { placed, written } = projected;
    const others = await settledSince(strapi, placed);
    if (others) {
      terms = { ...terms, options: others, stream: undefined };
      continue;
    }
    const faults = faultsOf(placed, written);
    if (faults.size > 0) throw new PartlyFailed(faults);
    const alsoRefused = refusedBy(placed, written);
    if (!leavesOlder(alsoRefused, placed) && !(await mayFollow(strapi, placed))) return written;
    terms = { ...terms, alsoRefused, stream: undefined };
  }
}

/** The settings and findings with which a stream is projected once. */
interface Terms extends HowToProject {
  options: Options;
  /** Deliveries that Strapi has just refused to publish, so that the ones before them count. */
  alsoRefused: readonly number[];
  /** Whether it is projected once more because something that it led to was deleted meanwhile. */
  isAgain?: boolean;
}

/** @returns null where something that the article leads to was deleted meanwhile: it is to be placed again, once. */
async function unlessLeadingNowhere<Result>(
  project: () => Promise<Result>,
  { isAgain = false }: Terms,
): Promise<Result | null> {
  try {
    return await project();
  } catch (error) {
    if (isAgain || !leadsNowhere(error)) throw error;
    return null;
  }
}

async function projectOnce(
  strapi: Core.Strapi,
  streamKey: string,
  { options, everything = false, slug, isSettling = false, stream: known, alsoRefused }: Terms,
): Promise<{ placed: PlacedStream; written: Written }> {
  const ledger = ledgerOf(strapi);
  const startedAt = Date.now();
  const stream = known ?? (await ledger.deliveries.inStream(streamKey));
  const run = beginRun(strapi, { options, mapping: mappingOf(strapi), preview: false });
  const placed = await placeStream(run, streamKey, stream, { everything, alsoRefused });
  const { articleId } = placed;
  const state = await ledger.streams.read(streamKey);
  const locks = [...slugLocks(placed, state), ...run.shared.locks()];
  const { mayAsk, onceFree } = createAsking(placed, {
    known: isSettling ? (state?.askedFor ?? null) : null,
    project: (other, aside) => projectStream(strapi, other, options, { slug: aside }),
  });
  const hasNews = stream.some(({ state: stands }) => stands === 'pending');
  const isNew = state === null;
  const addressing: Addressing = { slug, mayAsk, isSettling: isSettling && !hasNews, isNew };
  debugPoint('before-content');

  const write = async ({ trx }: { trx: Transaction }) => {
    const { stream: now, written } =
      articleId === null
        ? { stream: await ledger.deliveries.inStream(streamKey), written: NOTHING_WRITTEN }
        : await writeTarget(trx, placed, { articleId, isNew, locks, addressing });
    await withdrawIgnored(placed);
    debugPoint('before-outcome');
    await recordOutcome(placed, { stream: now, written, startedAt });
    await tellNews(trx, placed, { stream: now, written });
    await refreshAttention(strapi, streamKey);
    await refuseIfStale(strapi, options);
    debugPoint('before-commit');
    return written;
  };
  const written = await onceFree(() =>
    asProjection(() => inTransaction(strapi, write)).catch(async (error: unknown) => {
      if (error instanceof StreamMoved) await ledger.settings.refresh();
      throw error;
    }),
  );
  debugPoint('after-commit');
  return { placed, written };
}

/**
 * Goes through a whole projection without locks, and ends at the first thing that it would change, so that
 * nothing is made or written. For a look at many streams (`run-context/looks.ts`).
 * @returns the result of a projection that changes nothing.
 */
export async function lookAtStream(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
): Promise<Written> {
  const startedAt = Date.now();
  const stream = await ledgerOf(strapi).deliveries.inStream(streamKey);
  const run = beginRun(strapi, { options, mapping: mappingOf(strapi), preview: false });
  const placed = await placeStream(run, streamKey, stream, { everything: true });
  const state = await ledgerOf(strapi).streams.read(streamKey);
  // A stream that was never projected needs all of it.
  if (state === null) throw new StreamMoved('the stream was never projected');
  await run.shared.writeAlone();
  return asProjection(async () => {
    const written =
      placed.articleId !== null
        ? await writeOn(placed, state, { mayAsk: () => true })
        : NOTHING_WRITTEN;
    await withdrawIgnored(placed);
    await recordOutcome(placed, { stream, written, startedAt });
    await refreshAttention(strapi, streamKey);
    if (faultsOf(placed, written).size > 0) beforeChange();
    return written;
  });
}

type Transaction = Knex.Transaction;

/** How the article gets its slug. */
type Addressing = Pick<WantedArticle, 'slug' | 'mayAsk' | 'isSettling' | 'isNew'>;

interface Writing {
  articleId: string;
  /** Whether nothing was known of the stream so far. */
  isNew: boolean;
  locks: string[];
  addressing: Addressing;
}

async function writeTarget(
  trx: Transaction,
  placed: PlacedStream,
  { articleId, isNew, locks, addressing }: Writing,
): Promise<{ stream: StreamDelivery[]; written: Written }> {
  const { strapi, shared } = placed.run;
  const stored = await ledgerOf(strapi).streams.open(trx, placed.streamKey, articleId, isNew);
  await takeLocks(strapi, trx, locks);
  await shared.write(trx);
  const stream = await ledgerOf(strapi).deliveries.inStream(placed.streamKey);
  refuseIfMoved({ stream, state: stored }, placed);
  return { stream, written: await writeOn(placed, stored, addressing) };
}

/** @param stored what the stream's row says. */
async function writeOn(
  placed: PlacedStream,
  stored: StreamState,
  addressing: Addressing,
): Promise<Written> {
  const { strapi, mapping } = placed.run;
  const state = onTarget(stored, mapping.uid);
  const article = wantedArticle(placed, state);
  const written = article
    ? await writeArticle(strapi, { ...article, ...addressing, stored }, article.position)
    : NOTHING_WRITTEN;
  const planned = awaitedDay(placed, written);
  if (!samePlan(state.planned, planned))
    await ledgerOf(strapi).planned.plan(placed.streamKey, planned);
  return written;
}

/**
 * Takes back what ignored deliveries offered where the stream shows nothing else. The entry stays as it is: what is
 * offered by another delivery, whose body is gone say, is still a question.
 */
async function withdrawIgnored({ run, streamKey, desired }: PlacedStream): Promise<void> {
  if (desired.draft !== null) return;
  const ignored = [...desired.states].filter(([, { reason }]) => reason?.code === 'statusIgnored');
  const positions = new Set(ignored.map(([position]) => position));
  await ledgerOf(run.strapi).suggestions.withdraw(streamKey, positions);
}
