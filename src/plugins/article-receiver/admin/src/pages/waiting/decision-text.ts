import { useCallback } from 'react';
import { EFFECTS, type Effect } from '../../../../shared/settings/settings';
import type { DecisionSummary } from '../../../../shared/decisions/decisions';
import { useFieldName } from '../../wording/fields';
import { useText } from '../../wording/text';

const isEffect = (choice: string): choice is Effect =>
  (EFFECTS as readonly string[]).includes(choice);

/** Says who decided what. */
export function useDecisionText() {
  const text = useText();
  const fieldName = useFieldName();
  return useCallback(
    (decision: DecisionSummary): string => {
      const name = decision.decidedBy || text('decisions.somebody');
      const subject = decision.subject ?? '';
      switch (decision.kind) {
        case 'suggestion':
          return text(`decision.suggestion.${decision.choice}`, {
            name,
            field: fieldName(subject),
          });
        case 'publication':
          return text(`decision.publication.${decision.choice}`, { name });
        case 'delivery':
          return text(`decision.delivery.${decision.choice}`, { name });
        case 'article':
          return text('decision.article.delete', { name });
        case 'word':
          return text('decision.word', {
            name,
            word: subject,
            choice: isEffect(decision.choice) ? text(`effect.${decision.choice}`) : decision.choice,
          });
      }
    },
    [text, fieldName],
  );
}
