import { ArrowClockwise } from '@strapi/icons';
import type { DeliveryDetail, ListedDetail } from '../../../../shared/deliveries/deliveries';
import { ActionDialog } from '../../components/ActionDialog';
import { HoldActions } from '../../components/decisions/HoldActions';
import { Lasting } from '../../components/decisions/Lasting';
import { useAct } from '../../hooks/use-act';
import { useGetReceiverArticleQuery } from '../../services/articles';
import {
  useLeaveReceiverDeliveryMutation,
  useRedriveReceiverDeliveryMutation,
} from '../../services/deliveries';
import { useText } from '../../wording/text';
import { DiscardDialog } from './DiscardDialog';

interface DeliveryActionsProps {
  delivery: ListedDetail;
  /** Told when a dialog was closed whose button is gone. */
  onGone: () => void;
}

/** What can be done about a delivery in its state. For those who may act only. */
export function DeliveryActions({ delivery, onGone }: DeliveryActionsProps) {
  const { state, deliveryId, documentId, mayOpen } = delivery;
  const { data: origin } = useGetReceiverArticleQuery(documentId ?? '', {
    skip: state !== 'parked' || documentId === null || !mayOpen,
  });
  // Whoever may not publish the article can still leave its delivery.
  const held = origin?.held?.deliveryId === deliveryId && origin.may.publish ? origin.held : null;
  const isHeld = state === 'parked' && held !== null;
  const actions = (
    <>
      {state === 'quarantined' && delivery.discardedAt === null && (
        <DiscardDialog deliveryId={deliveryId} />
      )}
      {isHeld && documentId !== null && <HoldActions documentId={documentId} seen={held.seen} />}
      {state === 'parked' && !isHeld && <LeaveDialog deliveryId={deliveryId} />}
      {!isHeld && <RedriveDialog delivery={delivery} />}
    </>
  );
  return <Lasting onGone={onGone}>{state === 'pending' ? null : actions}</Lasting>;
}

/** A "no" that lasts: what the delivery asks is not asked again. */
function LeaveDialog({ deliveryId }: { deliveryId: string }) {
  const text = useText();
  const act = useAct();
  const [leave] = useLeaveReceiverDeliveryMutation();
  return (
    <ActionDialog
      label={text('leave.action')}
      variant="tertiary"
      onConfirm={() => act(leave(deliveryId), 'leave.done')}
    >
      {text('leave.hint')}
    </ActionDialog>
  );
}

function RedriveDialog({
  delivery: { state, deliveryId, decision, outcome },
}: {
  delivery: DeliveryDetail;
}) {
  const text = useText();
  const act = useAct();
  const [redrive] = useRedriveReceiverDeliveryMutation();
  const isSettled = state === 'applied' || state === 'superseded';
  // Of a deleted article, it does more than to leave what is right.
  const isDeleted = outcome.some(({ code }) => code === 'deletedHere');
  const body =
    state === 'quarantined'
      ? 'redrive.quarantined'
      : isSettled && !isDeleted
        ? 'redrive.settled'
        : 'redrive.body';
  return (
    <ActionDialog
      label={text('redrive')}
      startIcon={<ArrowClockwise />}
      // Not the main action where a decision is wanted: without one, the result would be the same.
      variant={isSettled || decision !== null ? 'tertiary' : 'default'}
      onConfirm={() => act(redrive(deliveryId), 'redrive.done')}
    >
      {text(body)}
    </ActionDialog>
  );
}
