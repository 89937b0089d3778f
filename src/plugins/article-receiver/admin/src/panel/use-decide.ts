import { useAct } from '../hooks/use-act';
import {
  useDecideReceiverSuggestionMutation,
  useDecideReceiverSuggestionsMutation,
  type SuggestionDecision,
} from '../services/articles';

const DONE = { accept: 'suggestion.accepted', reject: 'suggestion.rejected' } as const;
const ALL_DONE = { accept: 'suggestions.accepted', reject: 'suggestions.rejected' } as const;

/** Deciding on suggestions: one by one, or on all of an article at once. */
export function useDecide() {
  const act = useAct();
  const [decideOne, one] = useDecideReceiverSuggestionMutation();
  const [decideMany, many] = useDecideReceiverSuggestionsMutation();
  return {
    isLoading: one.isLoading || many.isLoading,
    /** @returns whether it worked. */
    decide: (id: number, decision: SuggestionDecision) =>
      act(decideOne({ id, decision }), DONE[decision]),
    decideAll: (ids: number[], decision: SuggestionDecision) =>
      act(decideMany({ ids, decision }), (results) =>
        results.every(({ outcome }) => outcome === 'decided')
          ? ALL_DONE[decision]
          : 'suggestions.partly',
      ),
  };
}
