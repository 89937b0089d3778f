import { Button, Flex, Typography } from '@strapi/design-system';
import type { ArticlePage } from '../../../shared/articles/pages';
import { useAct } from '../hooks/use-act';
import { useLookReceiverPageAgainMutation } from '../services/pages';
import { useIssue } from '../wording/reason';
import { useText } from '../wording/text';
import { Instant } from './Instant';

interface PageStateProps {
  documentId: string;
  /** The article's title, for those who hear the button without seeing where it stands. */
  of?: string;
  page: ArticlePage;
  mayLookAgain: boolean;
}

/** What is wrong with a page, when somebody looked, and how to have it looked at again. */
export function PageState({ documentId, of, page, mayLookAgain }: PageStateProps) {
  const text = useText();
  const issue = useIssue();
  const act = useAct();
  const [lookAgain, { isLoading }] = useLookReceiverPageAgainMutation();
  const { issues, checkedAt, isDue } = page;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      {issues.length > 0 && (
        <Flex tag="ul" direction="column" alignItems="stretch" gap={1}>
          {issues.map((one) => (
            <Typography
              key={`${one.code} ${one.path}`}
              tag="li"
              textColor="neutral800"
              style={{ overflowWrap: 'anywhere' }}
            >
              {issue(one)}
            </Typography>
          ))}
        </Flex>
      )}
      <Flex gap={3} wrap="wrap" alignItems="center">
        <Typography variant="pi" textColor="neutral600" role="status">
          {isDue && text('page.due')}
          {!isDue && checkedAt !== null && (
            <>
              {text('page.lookedAt')} <Instant at={checkedAt} precision="short" />
            </>
          )}
        </Typography>
        {mayLookAgain && (
          // Never disabled, as it would lose the focus.
          <Button
            variant="tertiary"
            size="S"
            aria-disabled={isDue || isLoading}
            aria-label={
              of === undefined
                ? undefined
                : text('pair', { name: text('page.lookAgain'), value: of })
            }
            onClick={() => {
              if (!isDue && !isLoading) void act(lookAgain(documentId), 'page.asked');
            }}
          >
            {text('page.lookAgain')}
          </Button>
        )}
      </Flex>
    </Flex>
  );
}
