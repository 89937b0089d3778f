import { DiscardModal } from '../../components/decisions/DiscardModal';
import { useAct } from '../../hooks/use-act';
import { useDiscardReceiverDeliveryMutation } from '../../services/deliveries';
import { useText } from '../../wording/text';

/** Decides against a quarantined delivery. The reason stays in its trace. */
export function DiscardDialog({ deliveryId }: { deliveryId: string }) {
  const text = useText();
  const act = useAct();
  const [discard, { isLoading }] = useDiscardReceiverDeliveryMutation();
  return (
    <DiscardModal
      label={text('discard')}
      hint={text('discard.body')}
      needsReason
      isLoading={isLoading}
      onDiscard={(reason) => act(discard({ deliveryId, reason }), 'discard.done')}
    />
  );
}
