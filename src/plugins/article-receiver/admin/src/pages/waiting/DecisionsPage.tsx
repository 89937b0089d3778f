import { useState } from 'react';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Box, Button, EmptyStateLayout, Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { DecisionSummary } from '../../../../shared/decisions';
import { useAct } from '../../hooks/use-act';
import {
  useGetReceiverDecisionsQuery,
  useUndoReceiverDecisionMutation,
} from '../../services/waiting';
import { addressOfArticle, addressOfDelivery } from '../../utils/addresses';
import { useText } from '../../utils/text';
import { PageTabs } from '../PageTabs';
import { useDecisionText } from './decision-text';
import { ListLine } from './ListLine';

/** What was decided, by whom and when; taken back where that is possible. */
export function DecisionsPage() {
  const text = useText();
  const [before, setBefore] = useState<number | undefined>();
  const { data, isLoading } = useGetReceiverDecisionsQuery(before === undefined ? {} : { before }, {
    refetchOnMountOrArgChange: true,
  });
  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;
  const { results, next } = data;
  return (
    <Page.Main>
      <Page.Title>{text('tabs.decisions')}</Page.Title>
      <Layouts.Header title={text('log.title')} subtitle={text('decisions.hint')} />
      <PageTabs />
      <Layouts.Content>
        {results.length === 0 ? (
          <EmptyStateLayout shadow="tableShadow" hasRadius content={text('decisions.empty')} />
        ) : (
          <Box
            tag="ul"
            background="neutral0"
            hasRadius
            shadow="tableShadow"
            aria-label={text('tabs.decisions')}
          >
            {results.map((decision) => (
              <DecisionRow key={decision.id} decision={decision} />
            ))}
          </Box>
        )}
        <Flex gap={2} paddingTop={4} paddingBottom={8}>
          {before !== undefined && (
            <Button variant="tertiary" onClick={() => setBefore(undefined)}>
              {text('decisions.newest')}
            </Button>
          )}
          {next !== null && (
            <Button variant="tertiary" onClick={() => setBefore(next)}>
              {text('decisions.older')}
            </Button>
          )}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

function DecisionRow({ decision }: { decision: DecisionSummary }) {
  const text = useText();
  const act = useAct();
  const tell = useDecisionText();
  const [undo, { isLoading }] = useUndoReceiverDecisionMutation();
  const { id, title, deliveryId, decidedAt, canUndo } = decision;
  const address =
    addressOfArticle(decision) ?? (deliveryId === null ? null : addressOfDelivery(deliveryId));
  const name = title ?? text('log.untitled');
  const takeBack = canUndo && (
    <Button
      size="S"
      variant="tertiary"
      loading={isLoading}
      onClick={() => void act(undo(id), 'decisions.undone')}
    >
      {text('decisions.undo')}
    </Button>
  );
  return (
    <ListLine at={decidedAt} action={takeBack}>
      <Typography textColor="neutral800">{tell(decision)}</Typography>
      {address === null ? (
        <Typography variant="pi" textColor="neutral600">
          {name}
        </Typography>
      ) : (
        <Link tag={NavLink} to={address}>
          {name}
        </Link>
      )}
    </ListLine>
  );
}
