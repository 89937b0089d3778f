import { useCallback } from 'react';
import type { StatusVariant } from '@strapi/design-system';
import type { WaitingKind, Waits } from '../../../../shared/decisions/waiting';
import { useReason } from '../../wording/reason';
import { useText } from '../../wording/text';

/** The colour of what waits, as states have them. */
export const TONE_OF: Record<WaitingKind, StatusVariant> = {
  suggestions: 'warning',
  held: 'warning',
  refused: 'warning',
  word: 'warning',
  parked: 'warning',
  failed: 'danger',
  quarantined: 'alternative',
};

/** What waits, in a few words, and why; null where the words say it all. */
export function useWaitsText() {
  const text = useText();
  const explain = useReason();
  return useCallback(
    (waits: Waits): { label: string; why: string | null } => {
      const { kind, count, reasonCode, reasonValues } = waits;
      switch (kind) {
        case 'suggestions':
          return { label: text('suggestions.title', { count }), why: null };
        case 'held':
          return { label: text('attention.held'), why: null };
        case 'word':
          return {
            label: text('waiting.word'),
            why:
              reasonCode === 'statusUnmapped'
                ? text('outcome.wordUndecided', { word: String(reasonValues?.word ?? '') })
                : explain(waits),
          };
        case 'refused':
          return { label: text('waiting.refused'), why: explain(waits) };
        case 'parked':
          return { label: text('waiting.question'), why: explain(waits) };
        case 'failed':
        case 'quarantined':
          return { label: text(`state.${kind}`), why: explain(waits) };
      }
    },
    [text, explain],
  );
}
