import { Flex, Typography } from '@strapi/design-system';
import type { DeliveryDetail } from '../../../../shared/deliveries';
import { Card } from '../../components/Card';
import { Instant } from '../../components/Instant';
import { StateBadge } from '../../components/StateBadge';
import { useReason } from '../../utils/reason';
import { useText } from '../../utils/text';

/** What became of the delivery, why, and what that means for whoever reads it. */
export function StateCard({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText();
  const explain = useReason();
  const { state, reason, nextAttemptAt } = delivery;
  const isDiscarded = delivery.discardedAt !== null;
  return (
    <Card
      title={text('delivery.state')}
      actions={<StateBadge state={state} isDiscarded={isDiscarded} />}
    >
      <Flex direction="column" alignItems="flex-start" gap={2}>
        {reason !== null && (
          <Typography fontWeight="bold" textColor="neutral800">
            {explain(reason)}
          </Typography>
        )}
        <Typography textColor="neutral600">
          {text(isDiscarded ? 'state.discarded.hint' : `state.${state}.hint`)}
        </Typography>
        {nextAttemptAt !== null && (
          <Typography textColor="neutral600">
            {text('delivery.nextAttempt')} <Instant at={nextAttemptAt} precision="medium" />
          </Typography>
        )}
      </Flex>
    </Card>
  );
}
