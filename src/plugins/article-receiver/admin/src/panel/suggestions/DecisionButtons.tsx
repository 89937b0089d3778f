import { Button } from '@strapi/design-system';
import type { SuggestionDecision } from '../../services/articles';
import { useText } from '../../wording/text';

interface DecisionButtonsProps {
  isLoading: boolean;
  /** Whether the entry has changes that are not saved: accepting would drop them. */
  isModified: boolean;
  onDecide: (decision: SuggestionDecision) => void;
  /** Whether they decide on all suggestions of the article. */
  isForAll?: boolean;
}

/** Take the service's version, or keep one's own. */
export function DecisionButtons({
  isLoading,
  isModified,
  onDecide,
  isForAll = false,
}: DecisionButtonsProps) {
  const text = useText();
  // Not disabled meanwhile, as they would lose the focus, and what is refused leaves them there.
  const decide = (decision: SuggestionDecision) => {
    if (!isLoading) onDecide(decision);
  };
  return (
    <>
      <Button
        size="S"
        variant="secondary"
        disabled={isModified}
        aria-disabled={isLoading || isModified}
        onClick={() => decide('accept')}
      >
        {text(isForAll ? 'suggestions.accept' : 'suggestion.accept')}
      </Button>
      <Button
        size="S"
        variant="tertiary"
        aria-disabled={isLoading}
        onClick={() => decide('reject')}
      >
        {text(isForAll ? 'suggestions.reject' : 'suggestion.reject')}
      </Button>
    </>
  );
}
