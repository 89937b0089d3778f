import type { Core } from '@strapi/types';
import type { Reason } from '../../../shared/reasons';
import type { Options } from '../config/options';
import { readStream, type StandingEntry } from '../ledger/deliveries';
import { BodyDropped } from '../log/bodies';
import { evolve, neededBy, type Target } from '../projection/evolve';
import type { PolicyAt } from '../projection/verdicts';
import { onTarget, readStreamState, type StreamState } from '../ledger/streams';
import { loadDelivery, type LoadedDelivery } from '../ledger/load-delivery';
import { obstacleToMove } from '../entries/locale-move';
import { localeFor } from '../entries/locales';
import { targetOf } from '../entries/target-of';
import type { Target as Mapping } from '../mapping/target';

/** What a stream's article has to show, and where. */
export interface DecidedStream {
  /** By which it was decided, at the moment when it was. */
  policy: PolicyAt;
  target: Target;
  /** Deliveries that wait for a person because of their language, by position. */
  refused: ReadonlyMap<number, Reason>;
  /** Deliveries whose bodies are gone although the article would show them, by position. */
  lost: ReadonlySet<number>;
  /** What is shown, read. */
  loaded: ReadonlyMap<number, LoadedDelivery>;
  /** The locale of the newest delivery that counts; null on a type without locales. */
  locale: string | null;
}

/**
 * Folds a stream into what its article has to show. On a localized type, a delivery in a language
 * that the site has no place for waits: what was before it counts. So it does where a person has to
 * be asked before the article moves, and where the body of a delivery is gone.
 */
export async function decideStream(
  strapi: Core.Strapi,
  stream: readonly StandingEntry[],
  options: Options,
  preview: boolean,
): Promise<DecidedStream> {
  const mapping = targetOf(strapi);
  const policy = { ...options, now: Date.now() };
  const refused = new Map<number, Reason>();
  const lost = new Set<number>();
  const loaded = new Map<number, LoadedDelivery>();
  const locales = new Map<number, string | null>();
  const state = await localizedState(strapi, stream, mapping);
  for (;;) {
    const target = evolve(stream, policy, { refused, lost });
    const needed = neededBy(target);
    const entry = stream.find(({ position }) => needed.has(position) && !locales.has(position));
    if (!entry) {
      const locale = locales.get(target.draft ?? NaN) ?? null;
      return { policy, target, refused, lost, loaded, locale };
    }
    const delivery = await loadUnlessDropped(strapi, entry);
    if (!delivery) {
      lost.add(entry.position);
      continue;
    }
    loaded.set(entry.position, delivery);
    const place = await localeFor(strapi, mapping, delivery.delivery.article.language, {
      preview,
      options,
    });
    if ('reason' in place) {
      refused.set(entry.position, place.reason);
      continue;
    }
    // The newest takes the article with it; what is published goes where that is.
    const isNewest = target.draft === entry.position;
    const there = { mapping, locale: place.locale };
    const obstacle = state && isNewest && (await obstacleToMove(strapi, state, there, options));
    if (obstacle) refused.set(entry.position, obstacle);
    else locales.set(entry.position, place.locale);
  }
}

/** What is known of the stream of a localized type; null of others, which move nowhere. */
async function localizedState(
  strapi: Core.Strapi,
  [first]: readonly StandingEntry[],
  { uid, missingLocale }: Mapping,
): Promise<StreamState | null> {
  if (!first || missingLocale === null) return null;
  const state = await readStreamState(strapi, first.streamKey);
  return state && onTarget(state, uid);
}

/** A delivery of the log; null when retention dropped its body. */
export async function loadUnlessDropped(
  strapi: Core.Strapi,
  entry: StandingEntry,
): Promise<LoadedDelivery | null> {
  try {
    return await loadDelivery(strapi, entry);
  } catch (error) {
    if (error instanceof BodyDropped) return null;
    throw error;
  }
}

/**
 * The deliveries of a stream whose bodies its article needs, with the settings as they are now. What
 * retention drops and what a projection reads must be the same question.
 */
export async function neededBodies(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
): Promise<Set<number>> {
  const { target } = await decideStream(strapi, await readStream(strapi, streamKey), options, true);
  const { planned } = target;
  return new Set([...neededBy(target), ...(planned ? [planned.position] : [])]);
}
