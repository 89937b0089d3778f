import { Button, Typography } from '@strapi/design-system';
import type { DecisionSummary } from '../../../../shared/decisions/decisions';
import { TitleLink } from '../../components/TitleLink';
import { useAct } from '../../hooks/use-act';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { useRefresh } from '../../hooks/use-refresh';
import {
  useGetReceiverDecisionsQuery,
  useUndoReceiverDecisionMutation,
} from '../../services/waiting';
import { addressOfArticle, addressOfDelivery } from '../../utils/addresses';
import { useText } from '../../wording/text';
import { ListPage, Rows } from '../lists/ListPage';
import { OlderPager, useOlder } from '../lists/OlderPager';
import { useDecisionText } from './decision-text';
import { ListLine } from './ListLine';

/** What was decided, by whom and when; taken back where that is possible. */
export function DecisionsPage() {
  const text = useText();
  const { before, query, onPage } = useOlder();
  const answer = useGetReceiverDecisionsQuery(query, {
    // Times that are told as so long ago grow old.
    ...useRefresh(false),
    refetchOnMountOrArgChange: true,
  });
  return (
    <ListPage
      title="tabs.decisions"
      hint="decisions.hint"
      answer={answer}
      empty={() => 'decisions.empty'}
      pager={({ next }) => <OlderPager before={before} next={next} onPage={onPage} />}
    >
      {({ results }) => (
        <Rows name={text('tabs.decisions')}>
          {results.map((decision) => (
            <DecisionRow key={decision.id} decision={decision} />
          ))}
        </Rows>
      )}
    </ListPage>
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
  const said = tell(decision);
  const line = useKeepFocus(String(canUndo));
  const takeBack = canUndo && (
    // Never disabled, as it would lose the focus.
    <Button
      size="S"
      variant="tertiary"
      aria-disabled={isLoading}
      aria-label={text('pair', { name: text('decisions.undo'), value: `${said} ${name}` })}
      onClick={() => {
        if (!isLoading) void act(undo(id), 'decisions.undone');
      }}
    >
      {text('decisions.undo')}
    </Button>
  );
  return (
    <ListLine at={decidedAt} action={takeBack} place={line}>
      <Typography textColor="neutral800">{said}</Typography>
      {address === null ? (
        <Typography
          variant="pi"
          textColor="neutral600"
          dir="auto"
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Typography>
      ) : (
        <TitleLink to={address}>{name}</TitleLink>
      )}
    </ListLine>
  );
}
