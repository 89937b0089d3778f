import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { shownState, type DeliverySummary } from '../../../shared/deliveries/deliveries';
import { Instant } from '../components/Instant';
import { StateBadge } from '../components/StateBadge';
import { UseVersion } from '../components/decisions/UseVersion';
import { useFormat } from '../wording/format';
import { addressOfDelivery, addressOfLog } from '../utils/addresses';
import { useText } from '../wording/text';

interface LastDeliveriesProps {
  articleId: string;
  documentId: string;
  /** Whether whoever is signed in may change the article, and so go back to a delivery. */
  canUse: boolean;
  /** Whether the entry has changes that are not saved. */
  isModified: boolean;
  deliveries: DeliverySummary[];
}

/** The newest deliveries of the article, each linked to its page. */
export function LastDeliveries({
  articleId,
  documentId,
  canUse,
  isModified,
  deliveries,
}: LastDeliveriesProps) {
  const text = useText();
  const format = useFormat();
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <Typography variant="sigma" textColor="neutral600" tag="h3">
        {text('panel.deliveries')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {deliveries.map(({ deliveryId, receivedAt, ...delivery }) => (
          <Flex tag="li" key={deliveryId} justifyContent="space-between" gap={2} wrap="wrap">
            <Link tag={NavLink} to={addressOfDelivery(deliveryId)}>
              <Instant at={receivedAt} />
            </Link>
            <Flex gap={2} wrap="wrap">
              <StateBadge state={shownState(delivery)} />
              {canUse && delivery.state !== 'quarantined' && (
                <UseVersion
                  documentId={documentId}
                  deliveryId={deliveryId}
                  time={format.instant(receivedAt)}
                  isModified={isModified}
                />
              )}
            </Flex>
          </Flex>
        ))}
      </Flex>
      <Link tag={NavLink} to={addressOfLog({ articleId })}>
        {text('panel.allDeliveries')}
      </Link>
    </Flex>
  );
}
