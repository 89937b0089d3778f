import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import type { StandingEntry } from '../event-log/deliveries';
import { evolve, type Target } from '../projection/evolve';
import { loadDelivery } from './load-delivery';
import { localeFor } from './locales';
import { targetOf } from './target-of';

/** What a stream's article has to show, and where. */
export interface DecidedStream {
  target: Target;
  /** Deliveries that wait for a person because of their language, by position. */
  refused: ReadonlyMap<number, string>;
  /** The locale of the newest delivery that counts; null on a type without locales. */
  locale: string | null;
}

/**
 * Folds a stream into what its article has to show. On a localized type, a delivery in a language
 * that the site has no place for waits like one with an unknown status: what was before it counts.
 */
export async function decideStream(
  strapi: Core.Strapi,
  stream: readonly StandingEntry[],
  options: Options,
  preview: boolean,
): Promise<DecidedStream> {
  const mapping = targetOf(strapi);
  const refused = new Map<number, string>();
  const locales = new Map<number, string | null>();
  for (;;) {
    const target = evolve(stream, options, refused);
    const shown = [target.draft, target.publication?.position];
    const entry = stream.find(({ position }) => shown.includes(position) && !locales.has(position));
    if (mapping.missingLocale === null || !entry) {
      return { target, refused, locale: locales.get(target.draft ?? NaN) ?? null };
    }
    const { delivery } = await loadDelivery(strapi, entry);
    const place = await localeFor(strapi, mapping, delivery.article.language, preview);
    if ('reason' in place) refused.set(entry.position, place.reason);
    else locales.set(entry.position, place.locale);
  }
}
