import { Flex, Typography } from '@strapi/design-system';
import { shownState, type DeliveryDetail } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { StateBadge } from '../../components/StateBadge';
import { useOutcome } from '../../wording/outcome';
import { useText, type TextId } from '../../wording/text';

/** What can be done is said only where somebody may have to do something. */
function hintFor({ state, discardedAt, nextAttemptAt }: DeliveryDetail): TextId | null {
  if (discardedAt !== null) return null;
  if (state === 'quarantined') return 'state.quarantined.hint';
  if (state !== 'failed') return null;
  return nextAttemptAt === null ? 'state.failed.over' : 'state.failed.hint';
}

/** What became of the delivery, in a sentence. */
export function StateCard({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText();
  const tell = useOutcome();
  const hint = hintFor(delivery);
  return (
    <Card title={text('delivery.state')} actions={<StateBadge state={shownState(delivery)} />}>
      <Flex direction="column" alignItems="flex-start" gap={2}>
        <Typography fontWeight="bold" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
          {tell(delivery)}
        </Typography>
        {hint && <Typography textColor="neutral600">{text(hint)}</Typography>}
      </Flex>
    </Card>
  );
}
