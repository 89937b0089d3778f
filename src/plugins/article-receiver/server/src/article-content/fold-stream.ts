import type { Core } from '@strapi/types';
import type { Reason } from '../../../shared/deliveries/reasons';
import type { Options } from '../config/options';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import { onTarget, type StreamState } from '../projection/article/stream-state';
import { BodyDropped, type LoadedDelivery } from '../event-log/load-delivery';
import { ledgerOf } from '../ledger/ledger';
import { eventLogOf } from '../event-log/event-log';
import { evolve, neededBy, type DesiredArticle } from '../projection/article/evolve';
import type { PolicyAt } from '../projection/publication/verdicts';
import { obstacleToMove } from '../entries/locales/locale-move';
import { wasDeleted } from '../entries/locales/deleted-locale';
import { localeFor } from '../entries/locales/locales';
import { mappingOf } from '../entries/mapping-of';
import type { RunTerms } from '../shared-documents/run';
import type { Mapping } from '../mapping/model/mapping';

/** What a stream's article has to show, and where. */
export interface FoldedStream {
  /** The policy, at its moment, by which it was decided. */
  policy: PolicyAt;
  desired: DesiredArticle;
  /** Deliveries that wait for a person because of their language, by position. */
  refused: ReadonlyMap<number, Reason>;
  /** Deliveries whose bodies are gone although the article would show them, by position. */
  lost: ReadonlySet<number>;
  /** Deliveries that Strapi refused to publish, by position. */
  unpublishable: ReadonlySet<number>;
  /** The deliveries that are shown, read from the log. */
  loaded: ReadonlyMap<number, LoadedDelivery>;
  /** The locale of the newest delivery that counts; null on a type without locales. */
  locale: string | null;
  /** What the last projection left, where that was asked for; null before the first. */
  state: StreamState | null;
}

/**
 * Folds a stream into what its article has to show. On a localized type, a delivery in a language
 * that the site has no place for waits: what was before it counts. So it does where a person has to
 * be asked before the article moves, and where the body of a delivery is gone.
 * @param alsoRefused what Strapi refused to publish besides what is known of the stream.
 */
export async function foldStream(
  strapi: Core.Strapi,
  stream: readonly StreamDelivery[],
  { options, mapping, preview }: RunTerms,
  alsoRefused: readonly number[] = [],
): Promise<FoldedStream> {
  const policy = { ...options, now: Date.now() };
  const refused = new Map<number, Reason>();
  const lost = new Set<number>();
  const loaded = new Map<number, LoadedDelivery>();
  const locales = new Map<number, string | null>();
  const isAsked = mapping.missingLocale !== null || hasOlderWord(stream, policy);
  const state = isAsked ? await stateOf(strapi, stream, mapping) : null;
  const known = state?.refused ? [state.refused.position] : [];
  const unpublishable = new Set([...known, ...alsoRefused]);
  const obstacleAt = (locale: string | null): Promise<Reason | null> =>
    state === null || mapping.missingLocale === null
      ? Promise.resolve(null)
      : obstacleToMove(strapi, state, { mapping, locale }, options);
  for (;;) {
    const desired = evolve(stream, policy, { refused, lost, unpublishable });
    const needed = neededBy(desired);
    const entry = stream.find(({ position }) => needed.has(position) && !locales.has(position));
    if (!entry) {
      const { draft } = desired;
      const locale = locales.get(draft ?? NaN) ?? null;
      // The newest delivery decides on the locale; what is published goes there, too.
      const obstacle = draft === null ? null : await obstacleAt(locale);
      if (draft === null || obstacle === null)
        return { policy, desired, refused, lost, unpublishable, loaded, locale, state };
      refused.set(draft, obstacle);
      loaded.delete(draft);
      continue;
    }
    const delivery = await loadUnlessDropped(strapi, entry);
    if (!delivery) {
      lost.add(entry.position);
      continue;
    }
    const { language } = delivery.delivery.article;
    const place = await localeFor(strapi, mapping, language, {
      preview,
      options,
      wasDeleted: (code) => wasDeleted(strapi, mapping, code, state),
    });
    if ('reason' in place) {
      refused.set(entry.position, place.reason);
      continue;
    }
    locales.set(entry.position, place.locale);
    loaded.set(entry.position, delivery);
  }
}

/** Whether an earlier word on publication would count if the newest could not be carried out. */
function hasOlderWord(stream: readonly StreamDelivery[], policy: PolicyAt): boolean {
  const { publication } = evolve(stream, policy);
  if (!publication) return false;
  const unpublishable = new Set([publication.position]);
  return evolve(stream, policy, { unpublishable }).instead !== null;
}

/** The state that the last projection of a stream left; null before the first. */
async function stateOf(
  strapi: Core.Strapi,
  [first]: readonly StreamDelivery[],
  { uid }: Mapping,
): Promise<StreamState | null> {
  if (!first) return null;
  const state = await ledgerOf(strapi).streams.read(first.streamKey);
  return state && onTarget(state, uid);
}

/** A delivery of the log; null when retention dropped its body. */
export async function loadUnlessDropped(
  strapi: Core.Strapi,
  entry: StreamDelivery,
): Promise<LoadedDelivery | null> {
  try {
    return await eventLogOf(strapi).load(entry);
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
  const stream = await ledgerOf(strapi).deliveries.inStream(streamKey);
  const terms = { options, mapping: mappingOf(strapi), preview: true };
  const { desired } = await foldStream(strapi, stream, terms);
  const { planned } = desired;
  return new Set([...neededBy(desired), ...(planned ? [planned.position] : [])]);
}
