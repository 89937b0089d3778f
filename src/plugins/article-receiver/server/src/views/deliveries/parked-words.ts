import type { Core } from '@strapi/types';
import type { PendingDecision, WaitingWord } from '../../../../shared/deliveries';
import { readReason, WORD_REASONS, type ReasonCode } from '../../../../shared/reasons';
import { isTree } from '../../config/layers';
import { siteOptionsOf } from '../../config/site-options';
import { siteLocales } from '../../entries/locales';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { wordOf } from '../../mapping/entry/choose-locale';
import { normalWord } from '../../projection/publication/publication';
import { pagesOfAll } from './delivery-page';

/** A word that deliveries wait for: a status, or what the feed calls a language. */
export interface ParkedWord {
  kind: PendingDecision['kind'];
  word: string;
}

const LANGUAGE: readonly ReasonCode[] = WORD_REASONS.language;

/** The word because of which a delivery is parked; null when it is not, or for another reason. */
export function parkedWord(row: DeliveryRow): ParkedWord | null {
  if (row.state !== 'parked') return null;
  const reason = readReason(row);
  if (reason && LANGUAGE.includes(reason.code)) {
    return { kind: 'language', word: String(reason.values.language) };
  }
  const isStatus = reason?.code === 'statusUnmapped' && row.sourceStatus !== null;
  return isStatus ? { kind: 'status', word: row.sourceStatus ?? '' } : null;
}

/** Whether two words are the same, letter case aside. */
export const isSameWord = (one: ParkedWord, other: ParkedWord | null): boolean => {
  if (one.kind !== other?.kind) return false;
  const normal = one.kind === 'status' ? normalWord : wordOf;
  return normal(one.word) === normal(other.word);
};

/** The parked deliveries that wait for a decision on a word, in any case, newest first. */
export async function* parkedWith(
  strapi: Core.Strapi,
  wanted: ParkedWord,
): AsyncGenerator<DeliveryRow> {
  for await (const rows of pagesOfAll(strapi, { state: 'parked' })) {
    for (const row of rows) if (isSameWord(wanted, parkedWord(row))) yield row;
  }
}

/** The setting that words of a kind are in. */
export const TABLE_OF = { status: 'statusMap', language: 'languageMap' } as const;

/** Whether the site's config files decide on a word. */
export function isFixedWord(strapi: Core.Strapi, { kind, word }: ParkedWord): boolean {
  const table = siteOptionsOf(strapi).site[TABLE_OF[kind]];
  const words = isTree(table) ? Object.keys(table) : [];
  return words.some((own) => isSameWord({ kind, word }, { kind, word: own }));
}

/** The decision that a delivery waits for; null when it waits for none on a word. */
export async function pendingDecision(
  strapi: Core.Strapi,
  row: DeliveryRow,
): Promise<PendingDecision | null> {
  const parked = parkedWord(row);
  if (parked === null) return null;
  let deliveries = 0;
  for await (const waiting of parkedWith(strapi, parked)) deliveries += waiting ? 1 : 0;
  const locales = parked.kind === 'language' ? (await siteLocales(strapi)).codes : [];
  return {
    ...parked,
    locales: [...locales],
    deliveries,
    fixedByConfig: isFixedWord(strapi, parked),
  };
}

/** The words that some deliveries wait for, each once. */
export async function waitingWords(
  strapi: Core.Strapi,
  rows: readonly DeliveryRow[],
): Promise<WaitingWord[]> {
  const words: WaitingWord[] = [];
  for (const row of rows) {
    const parked = parkedWord(row);
    if (parked === null || words.some((word) => isSameWord(word, parked))) continue;
    const decision = await pendingDecision(strapi, row);
    if (decision) words.push({ ...decision, deliveryId: row.deliveryId });
  }
  return words;
}
