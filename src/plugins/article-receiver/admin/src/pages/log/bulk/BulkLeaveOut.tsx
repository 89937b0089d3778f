import type { ListedDelivery } from '../../../../../shared/deliveries/deliveries';
import { DiscardModal } from '../../../components/decisions/DiscardModal';
import { useAct } from '../../../hooks/use-act';
import { useLeaveReceiverDeliveriesMutation } from '../../../services/deliveries';
import { useText } from '../../../wording/text';

interface BulkLeaveOutProps {
  /** Those that are selected. */
  deliveries: ListedDelivery[];
  onDone: () => void;
}

const isUnusable = ({ state, discardedAt }: ListedDelivery): boolean =>
  state === 'quarantined' && discardedAt === null;

/** Decides against those of several deliveries that wait for somebody or cannot be used. */
export function BulkLeaveOut({ deliveries, onDone }: BulkLeaveOutProps) {
  const text = useText();
  const act = useAct();
  const [leave, { isLoading }] = useLeaveReceiverDeliveriesMutation();
  const asking = deliveries.filter((one) => one.state === 'parked' || isUnusable(one));
  const needsReason = asking.some(isUnusable);
  if (asking.length === 0) return null;

  const leaveOut = async (reason: string) => {
    const ids = asking.map(({ deliveryId }) => deliveryId);
    const isDone = await act(leave({ ids, ...(needsReason && { reason }) }), (results) => {
      const left = results.filter(({ outcome }) => outcome !== 'not');
      if (left.length === results.length) return 'leaveOut.done';
      return { partly: left.length > 0 ? 'leaveOut.partly' : 'leaveOut.none' };
    });
    if (isDone) onDone();
    return isDone;
  };

  return (
    <DiscardModal
      label={text('leaveOut.action', { count: asking.length })}
      hint={text('leaveOut.hint')}
      size="S"
      needsReason={needsReason}
      isLoading={isLoading}
      onDiscard={leaveOut}
    />
  );
}
