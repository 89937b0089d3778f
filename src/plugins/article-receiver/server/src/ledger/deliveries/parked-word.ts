import type { PendingDecision } from '../../../../shared/deliveries/deliveries';
import { recordOf } from '../../../../shared/records';
import { readReason, WORD_REASONS, type ReasonCode } from '../../../../shared/deliveries/reasons';
import { normalWord } from '../../../../shared/settings/words';
import type { Tree } from '../../config/layers';
import { wordOf } from '../../mapping/values/choose-locale';
import type { DeliveryRow } from './delivery-row';

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

/** The setting that words of a kind are in. */
export const TABLE_OF = { status: 'statusMap', language: 'languageMap' } as const;

/** Whether options decide on a word: those of the site's config files do so for good. */
export function isDecidedIn(options: Tree, { kind, word }: ParkedWord): boolean {
  const words = Object.keys(recordOf(options[TABLE_OF[kind]]));
  return words.some((own) => isSameWord({ kind, word }, { kind, word: own }));
}
