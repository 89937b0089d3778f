import type {
  DecidedSuggestion,
  SuggestionSummary,
} from '../../../../shared/decisions/suggestions';
import { useAct, type Partly } from '../../hooks/use-act';
import { changedMeanwhile } from '../../utils/changed-meanwhile';
import {
  useDecideReceiverSuggestionMutation,
  useDecideReceiverSuggestionsMutation,
  type SuggestionDecision,
} from '../../services/articles';
import { useTakenSlug } from '../../wording/refusal';

const DONE = { accept: 'suggestion.accepted', reject: 'suggestion.rejected' } as const;
const ALL_DONE = { accept: 'suggestions.accepted', reject: 'suggestions.rejected' } as const;

/** Deciding on suggestions: one by one, or on all of an article at once. */
export function useDecide() {
  const act = useAct();
  const slugTaken = useTakenSlug();
  /** Why some of them were not decided: what there is to do about it first. */
  const partly = (results: readonly DecidedSuggestion[]): Partly => {
    const taken = results.find((one) => one.taken !== undefined)?.taken;
    if (taken) return { partly: { words: slugTaken(taken) } };
    const has = (outcome: DecidedSuggestion['outcome']) =>
      results.some((one) => one.outcome === outcome);
    if (has('changed')) return { partly: 'error.changed' };
    return { partly: has('forbidden') ? 'suggestions.forbidden' : 'suggestions.partly' };
  };
  const [decideOne, one] = useDecideReceiverSuggestionMutation();
  const [decideMany, many] = useDecideReceiverSuggestionsMutation();
  return {
    isLoading: one.isLoading || many.isLoading,
    /** @returns whether it worked. */
    decide: ({ id, seen }: SuggestionSummary, decision: SuggestionDecision) =>
      act(decideOne({ id, seen, decision }), DONE[decision], changedMeanwhile),
    decideAll: (all: readonly SuggestionSummary[], decision: SuggestionDecision) => {
      const ids = all.map(({ id }) => id);
      const seen = Object.fromEntries(all.map((one) => [String(one.id), one.seen]));
      return act(decideMany({ ids, seen, decision }), (results) =>
        results.every(({ outcome }) => outcome === 'decided')
          ? ALL_DONE[decision]
          : partly(results),
      );
    },
  };
}
