import type { DeliverySender } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { Facts } from '../../components/facts/Facts';
import { useText } from '../../wording/text';
import { useTokenName } from '../../wording/token-name';

/** Who sent the delivery, as far as that was written down. */
export function SenderCard({ sender }: { sender: DeliverySender }) {
  const text = useText();
  const tokenName = useTokenName();
  const { token, address, userAgent } = sender;
  if (token === null && address === null && userAgent === null) return null;
  return (
    <Card title={text('delivery.sender')}>
      <Facts
        facts={[
          [text('sender.token'), token && tokenName(token)],
          [text('sender.address'), address],
          [text('sender.userAgent'), userAgent],
        ]}
      />
    </Card>
  );
}
