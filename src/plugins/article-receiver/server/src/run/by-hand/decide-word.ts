import type { Core } from '@strapi/types';
import type { DecisionResult } from '../../../../shared/deliveries/deliveries';
import type { Effect } from '../../../../shared/settings/settings';
import { changeSettings } from '../../config/settings';
import { siteOptionsOf } from '../../config/site-options';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import { isDecidedIn, parkedWord, TABLE_OF } from '../../ledger/deliveries/parked-word';
import { siteLocales } from '../../entries/locales/locales';
import { redriveParked } from './redrive-parked';

/** What became of the decision on a word. */
export type DecidedWord =
  | { ok: true; result: DecisionResult }
  /** Why it cannot be decided, in words for a person. */
  | { ok: false; reason: string };

/** What a word does from now on: a status has an effect, a language a locale. */
export type WordDecision = { effect: Effect } | { locale: string };

/**
 * Decides on a status word or on what the feed calls a language, from now on, and asks for every
 * delivery again that waits for that decision.
 */
export async function decideWord(
  strapi: Core.Strapi,
  row: DeliveryRow,
  decision: WordDecision,
  decidedBy: string,
): Promise<DecidedWord> {
  const ledger = ledgerOf(strapi);
  const parked = parkedWord(row);
  const kind = 'effect' in decision ? 'status' : 'language';
  if (parked?.kind !== kind) {
    const what = kind === 'status' ? 'a status word' : 'a language';
    return { ok: false, reason: `the delivery does not wait for a decision on ${what}` };
  }
  const { word } = parked;
  const table = TABLE_OF[kind];
  const { site } = siteOptionsOf(strapi);
  if (isDecidedIn(site, parked)) {
    return { ok: false, reason: `${table}: the site's config files decide on "${word}"` };
  }
  if ('locale' in decision && !(await siteLocales(strapi)).codes.includes(decision.locale)) {
    return { ok: false, reason: `locale: the site has no locale "${decision.locale}"` };
  }
  let fault: string | null = null;
  await ledger.settings.store((stored) => {
    const value = 'effect' in decision ? decision.effect : decision.locale;
    const change = changeSettings(site, stored, {
      [table]: { [word]: value },
    });
    fault = change.ok ? null : `the word "${word}" cannot be mapped`;
    return change.ok ? change.stored : null;
  });
  if (fault !== null) return { ok: false, reason: fault };
  await ledger.decisions.record({
    kind: 'word',
    choice: 'effect' in decision ? decision.effect : decision.locale,
    subject: word,
    streamKey: row.streamKey,
    documentId: null,
    deliveryPosition: row.id,
    decidedBy,
  });
  let redriven = 0;
  for await (const waiting of ledger.selected.parkedOn(parked)) {
    if (await redriveParked(strapi, waiting, parked)) redriven += 1;
  }
  return { ok: true, result: { word, ...decision, redriven } };
}
