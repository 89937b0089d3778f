import { Typography } from '@strapi/design-system';
import type { DeliveryDetail } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { Facts, type Fact } from '../../components/facts/Facts';
import { Instant } from '../../components/Instant';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';

/** What identifies and measures the delivery. */
export function FactsCard({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText();
  const format = useFormat();
  const facts: Fact[] = [
    [text('field.event'), delivery.event],
    [text('field.sourceStatus'), delivery.sourceStatus],
    [text('field.slug'), delivery.slug],
    [text('field.articleId'), delivery.articleId],
    [text('field.campaignId'), delivery.campaignId],
    [text('field.orgId'), delivery.orgId],
    [text('field.sourceUpdatedAt'), time(delivery.sourceUpdatedAt)],
    [text('field.duplicates'), format.number(delivery.duplicates)],
    [text('field.bytes'), format.bytes(delivery.bytes)],
    [
      text('field.digest'),
      <Typography key="digest" tag="code" variant="pi">
        {delivery.digest}
      </Typography>,
    ],
  ];
  return (
    <Card title={text('delivery.facts')}>
      <Facts facts={facts} />
    </Card>
  );
}

const time = (at: string | null) => at && <Instant at={at} precision="medium" />;
