import type { DeliverySender } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { Facts } from '../../components/Facts';
import { useText } from '../../wording/text';

/** Who sent the delivery, as far as that was written down. */
export function SenderCard({ sender }: { sender: DeliverySender }) {
  const text = useText();
  const { token, address, userAgent } = sender;
  if (token === null && address === null && userAgent === null) return null;
  return (
    <Card title={text('delivery.sender')}>
      <Facts
        facts={[
          [text('sender.token'), token],
          [text('sender.address'), address],
          [text('sender.userAgent'), userAgent],
        ]}
      />
    </Card>
  );
}
