import { Box, Button, Flex, Typography } from '@strapi/design-system';
import type { SuggestionSummary } from '../../../shared/suggestions';
import { useAct } from '../hooks/use-act';
import {
  useDecideReceiverSuggestionMutation,
  useGetReceiverSuggestionsQuery,
} from '../services/articles';
import { useText } from '../utils/text';
import { CompareModal } from './CompareModal';
import { fieldName, valueText } from '../utils/fields';

interface SuggestionsProps {
  documentId: string;
  canAct: boolean;
  /** Whether the entry has changes that are not saved: accepting would drop them. */
  isModified: boolean;
}

/** What the feed offers for fields that an editor changed, to be taken or left. */
export function Suggestions({ documentId, canAct, isModified }: SuggestionsProps) {
  const text = useText();
  const { data: suggestions = [] } = useGetReceiverSuggestionsQuery(documentId, {
    refetchOnMountOrArgChange: true,
  });
  if (suggestions.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography variant="sigma" textColor="neutral600" tag="h3">
        {text('suggestions.title', { count: suggestions.length })}
      </Typography>
      <Typography variant="pi" textColor="neutral600">
        {text(isModified ? 'suggestions.modified' : 'suggestions.hint')}
      </Typography>
      {suggestions.map((suggestion) => (
        <SuggestionBox
          key={suggestion.id}
          suggestion={suggestion}
          canAct={canAct}
          isModified={isModified}
        />
      ))}
    </Flex>
  );
}

interface SuggestionBoxProps extends Omit<SuggestionsProps, 'documentId'> {
  suggestion: SuggestionSummary;
}

function SuggestionBox({ suggestion, canAct, isModified }: SuggestionBoxProps) {
  const text = useText();
  const act = useAct();
  const [decide, { isLoading }] = useDecideReceiverSuggestionMutation();
  const { id, documentId, field, value, current, labels } = suggestion;
  const name = fieldName(field);
  const accept = () => act(decide({ id, documentId, decision: 'accept' }), 'suggestion.accepted');
  const reject = () => act(decide({ id, documentId, decision: 'reject' }), 'suggestion.rejected');
  return (
    <Box borderColor="neutral200" hasRadius padding={3} tag="section" aria-label={name}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Flex justifyContent="space-between" gap={2}>
          <Typography fontWeight="bold">{name}</Typography>
          <CompareModal suggestion={suggestion} />
        </Flex>
        <Excerpt label={text('suggestion.yours')} value={valueText(current, labels)} />
        <Excerpt label={text('suggestion.offered')} value={valueText(value, labels)} isNew />
        {canAct && (
          <Flex gap={2} wrap="wrap">
            <Button
              size="S"
              variant="secondary"
              disabled={isLoading || isModified}
              onClick={() => void accept()}
            >
              {text('suggestion.accept')}
            </Button>
            <Button size="S" variant="tertiary" disabled={isLoading} onClick={() => void reject()}>
              {text('suggestion.reject')}
            </Button>
          </Flex>
        )}
      </Flex>
    </Box>
  );
}

interface ExcerptProps {
  label: string;
  value: string;
  isNew?: boolean;
}

function Excerpt({ label, value, isNew = false }: ExcerptProps) {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={1}>
      <Typography variant="pi" textColor="neutral600">
        {label}
      </Typography>
      <Box background={isNew ? 'success100' : 'neutral100'} hasRadius padding={2}>
        <Typography
          variant="pi"
          textColor="neutral800"
          style={{
            display: '-webkit-box',
            WebkitLineClamp: 3,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            overflowWrap: 'anywhere',
          }}
        >
          {value || text('suggestion.empty')}
        </Typography>
      </Box>
    </Flex>
  );
}
