import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { DeliverySummary } from '../../../shared/deliveries';
import { Instant } from '../components/Instant';
import { StateBadge } from '../components/StateBadge';
import { addressOfDelivery, addressOfLog } from '../utils/addresses';
import { useText } from '../utils/text';

interface LastDeliveriesProps {
  articleId: string;
  deliveries: DeliverySummary[];
}

/** The newest deliveries of the article, each linked to its page. */
export function LastDeliveries({ articleId, deliveries }: LastDeliveriesProps) {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography variant="sigma" textColor="neutral600" tag="h3">
        {text('panel.deliveries')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {deliveries.map(({ deliveryId, receivedAt, state }) => (
          <Flex tag="li" key={deliveryId} justifyContent="space-between" gap={2} wrap="wrap">
            <Link tag={NavLink} to={addressOfDelivery(deliveryId)}>
              <Instant at={receivedAt} />
            </Link>
            <StateBadge state={state} />
          </Flex>
        ))}
      </Flex>
      <Link tag={NavLink} to={addressOfLog({ articleId })}>
        {text('panel.allDeliveries')}
      </Link>
    </Flex>
  );
}
