import type { Core } from '@strapi/types';
import { sameReason } from '../../../shared/deliveries/reasons';
import { foldStream } from '../article-content/fold-stream';
import type { PlacedStream } from '../article-content/place-stream';
import type { Options } from '../config/options';
import { StreamMoved } from '../faults/outcomes';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import { ledgerOf } from '../ledger/ledger';
import { evolve, type DesiredArticle, type Word } from '../projection/article/evolve';
import type { StreamState } from '../projection/article/stream-state';
import type { Written } from '../write/written';

/**
 * Refuses a projection that was decided by outdated settings. Checked last in its transaction: another instance
 * may have changed the settings and made deliveries pending since they were read, and this one would park them.
 */
export async function refuseIfStale(strapi: Core.Strapi, options: Options): Promise<void> {
  if (await ledgerOf(strapi).settings.areCurrent(options)) return;
  throw new StreamMoved('the settings changed while a stream was being projected');
}

/**
 * Somebody may have decided on what a delivery waits for while it was being parked: before the commit
 * neither side sees the other, and nobody would look at what is parked again.
 * @returns the options in force, where a delivery was parked by others; null where all is well.
 */
export async function settledSince(
  strapi: Core.Strapi,
  { run: { options }, desired }: PlacedStream,
): Promise<Options | null> {
  const isParked = [...desired.states.values()].some(({ state }) => state === 'parked');
  const { settings } = ledgerOf(strapi);
  return !isParked || (await settings.areCurrent(options)) ? null : settings.refresh();
}

/**
 * Refuses a projection whose decision, made without the lock, no longer holds under it: a delivery came, or a
 * person decided on one, that they left say, or let follow the service into another language.
 * @param now the stream and its state, as they are under the lock.
 */
export function refuseIfMoved(
  now: { stream: readonly StreamDelivery[]; state: StreamState },
  { streamKey, policy, desired, refused, lost, unpublishable }: PlacedStream,
): void {
  const holds =
    isSameArticle(evolve(now.stream, policy, { refused, lost, unpublishable }), desired) &&
    !(now.state.mayMove && [...refused.values()].some(({ code }) => code === 'localeMoves'));
  if (!holds) throw new StreamMoved(`stream ${streamKey} changed while it was being projected`);
}

/** Whether the same is to be shown; of a delivery that came since and changes nothing, the next projection says so. */
function isSameArticle(now: DesiredArticle, decided: DesiredArticle): boolean {
  const isSame = (one: Word | null, other: Word | null): boolean =>
    one?.effect === other?.effect && one?.position === other?.position;
  return (
    now.draft === decided.draft &&
    isSame(now.publication, decided.publication) &&
    isSame(now.instead, decided.instead) &&
    [...decided.states].every(([position, { state, reason }]) => {
      const other = now.states.get(position);
      return other?.state === state && sameReason(other.reason, reason);
    })
  );
}

/** The deliveries that Strapi refuses to publish, as far as is known by now. */
export function refusedBy({ desired, unpublishable }: PlacedStream, written: Written): number[] {
  const { refusal, refusedToo } = written;
  if (refusal === null) return [];
  const found = [desired.publication?.position, refusedToo];
  return [...unpublishable, ...found].filter((position) => typeof position === 'number');
}

/** Whether an older delivery counts in the place of what Strapi refused, which was not known yet. */
export function leavesOlder(
  unpublishable: readonly number[],
  { stream, policy, desired, refused, lost }: PlacedStream,
): boolean {
  const all = { refused, lost, unpublishable: new Set(unpublishable) };
  const older = evolve(stream, policy, all).instead?.position ?? null;
  return older !== null && older !== desired.instead?.position;
}

/**
 * Whether a delivery that was to wait, because a person had published the article in its former language, may move it
 * now: it is public by the service's word since, of a delivery that came late.
 */
export async function mayFollow(
  strapi: Core.Strapi,
  { run, streamKey, refused }: PlacedStream,
): Promise<boolean> {
  const asked = [...refused].filter(([, { code }]) => code === 'localeMoves');
  if (asked.length === 0) return false;
  const stream = await ledgerOf(strapi).deliveries.inStream(streamKey);
  const now = await foldStream(strapi, stream, run);
  return asked.some(([position]) => !now.refused.has(position));
}
