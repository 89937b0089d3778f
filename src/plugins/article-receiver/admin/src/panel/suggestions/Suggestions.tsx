import { useEffect, useRef, type RefObject } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import type { SuggestionSummary } from '../../../../shared/decisions/suggestions';
import { Lasting } from '../../components/decisions/Lasting';
import { useGetReceiverSuggestionsQuery, type SuggestionDecision } from '../../services/articles';
import { useAskAgain } from '../../hooks/use-ask-again';
import { useArticleType } from '../../hooks/use-article-type';
import { isUnanswered } from '../../utils/unanswered';
import { useText } from '../../wording/text';
import { useFormLabels, type FormLabel } from '../open-form/use-form-labels';
import { CompareModal } from './CompareModal';
import { DecisionButtons } from './DecisionButtons';
import { Excerpt } from '../Excerpt';
import { useDecide } from './use-decide';
import { useFieldName, useValueText } from '../../wording/fields';

interface SuggestionsProps {
  documentId: string;
  /** Whether the entry has changes that are not saved: accepting would drop them. */
  isModified: boolean;
  /** Told how many there are, once that is known. */
  onCount: (count: number) => void;
  /** Somebody wanted the service's version: the entry is another now, or was before. */
  onAccept: () => void;
  /** Where the focus goes when there are none any more. */
  place: RefObject<HTMLElement>;
}

/** What the service offers for fields that an editor changed, to be taken or left. */
export function Suggestions({
  documentId,
  isModified,
  onCount,
  onAccept,
  place,
}: SuggestionsProps) {
  const text = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  const { decideAll, isLoading } = useDecide();
  const { data, error, refetch } = useGetReceiverSuggestionsQuery(documentId, {
    refetchOnMountOrArgChange: true,
  });
  useAskAgain(isUnanswered(error), refetch);
  const labelOf = useFormLabels(useArticleType());
  const suggestions = inOrder(data ?? [], labelOf);
  const count = data?.length;
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  const onDecideAll = async (decision: SuggestionDecision) => {
    await decideAll(suggestions, decision);
    if (decision === 'accept') onAccept();
  };
  return (
    <Lasting onGone={() => (heading.current ?? place.current)?.focus()}>
      {suggestions.length > 0 && (
        <Flex direction="column" alignItems="stretch" gap={3}>
          <Typography ref={heading} tabIndex={-1} variant="sigma" textColor="neutral600" tag="h3">
            {text('suggestions.title', { count: suggestions.length })}
          </Typography>
          <Typography variant="pi" textColor="neutral600">
            {text(isModified ? 'suggestions.modified' : 'suggestions.hint')}
          </Typography>
          {suggestions.map((suggestion) => (
            <SuggestionBox
              key={suggestion.id}
              suggestion={suggestion}
              label={labelOf(suggestion.field)?.label ?? null}
              isModified={isModified}
              onDecided={() => heading.current?.focus()}
              onAccept={onAccept}
            />
          ))}
          {suggestions.length > 1 && (
            <Flex gap={2} wrap="wrap">
              <DecisionButtons
                isForAll
                isLoading={isLoading}
                isModified={isModified}
                onDecide={(decision) => void onDecideAll(decision)}
              />
            </Flex>
          )}
        </Flex>
      )}
    </Lasting>
  );
}

/** Suggestions in the order of the form beside them; last what it does not show. */
function inOrder(
  suggestions: readonly SuggestionSummary[],
  labelOf: (field: string) => FormLabel | null,
): SuggestionSummary[] {
  const placeOf = ({ field }: SuggestionSummary) => labelOf(field)?.place ?? Infinity;
  // Those without a place stay as they came: Infinity less itself is no number.
  return [...suggestions].sort((one, other) => placeOf(one) - placeOf(other) || 0);
}

interface SuggestionBoxProps {
  suggestion: SuggestionSummary;
  /** What the form beside calls the field; null where it does not show it. */
  label: string | null;
  isModified: boolean;
  /** The buttons that were pressed are gone: the focus has to go somewhere. */
  onDecided: () => void;
  onAccept: () => void;
}

function SuggestionBox({ suggestion, label, isModified, onDecided, onAccept }: SuggestionBoxProps) {
  const text = useText();
  const fieldName = useFieldName();
  const textOf = useValueText();
  const { decide, isLoading } = useDecide();
  const { field, value, current, labels } = suggestion;
  const name = label ?? fieldName(field);
  const onDecide = async (decision: SuggestionDecision) => {
    const isDecided = await decide(suggestion, decision);
    if (isDecided) onDecided();
    if (decision === 'accept') onAccept();
    return isDecided;
  };
  return (
    <Box borderColor="neutral200" hasRadius padding={3} tag="section" aria-label={name}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Flex justifyContent="space-between" gap={2} wrap="wrap">
          <Typography fontWeight="bold">{name}</Typography>
          <CompareModal
            suggestion={suggestion}
            name={name}
            isModified={isModified}
            onDecide={onDecide}
          />
        </Flex>
        <Excerpt label={text('suggestion.yours')} value={textOf(field, current, labels)} />
        <Excerpt label={text('suggestion.offered')} value={textOf(field, value, labels)} isNew />
        <Flex gap={2} wrap="wrap">
          <DecisionButtons
            isLoading={isLoading}
            isModified={isModified}
            onDecide={(decision) => void onDecide(decision)}
          />
        </Flex>
      </Flex>
    </Box>
  );
}
