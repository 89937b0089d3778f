import type { DeliveryDetail } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { Facts } from '../../components/facts/Facts';
import { Instant } from '../../components/Instant';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';

/** When the delivery arrived, was acknowledged and reached its article. */
export function TimingsCard({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText();
  const { receivedAt, acknowledgedAt, projectedAt, acknowledgeMs, projectMs } = delivery.timings;
  return (
    <Card title={text('delivery.timings')}>
      <Facts
        facts={[
          [text('field.occurredAt'), delivery.occurredAt && <Step at={delivery.occurredAt} />],
          [text('field.receivedAt'), <Step key="received" at={receivedAt} />],
          [
            text('field.acknowledgedAt'),
            acknowledgedAt && <Step at={acknowledgedAt} tookMs={acknowledgeMs} />,
          ],
          [text('field.projectedAt'), projectedAt && <Step at={projectedAt} tookMs={projectMs} />],
        ]}
      />
    </Card>
  );
}

function Step({ at, tookMs = null }: { at: string; tookMs?: number | null }) {
  const text = useText();
  const format = useFormat();
  return (
    <>
      <Instant at={at} precision="medium" />
      {tookMs !== null && ` (${text('timing.after', { time: format.duration(tookMs) })})`}
    </>
  );
}
