import { useState, type FormEvent } from 'react';
import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import type { ListedDelivery } from '../../../../shared/deliveries';
import { ReasonField } from '../../components/ReasonField';
import { useAct } from '../../hooks/use-act';
import { useLeaveReceiverDeliveriesMutation } from '../../services/deliveries';
import { useText } from '../../utils/text';

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
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const asking = deliveries.filter((one) => one.state === 'parked' || isUnusable(one));
  const needsReason = asking.some(isUnusable);
  if (asking.length === 0) return null;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const ids = asking.map(({ deliveryId }) => deliveryId);
    const why = needsReason ? { reason: reason.trim() } : {};
    const isDone = await act(leave({ ids, ...why }), (results) =>
      results.every(({ outcome }) => outcome !== 'not') ? 'leaveOut.done' : 'leaveOut.partly',
    );
    if (!isDone) return;
    setOpen(false);
    onDone();
  };

  return (
    <Modal.Root open={isOpen} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button size="S" variant="danger-light" startIcon={<Trash />}>
          {text('leaveOut.action', { count: asking.length })}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <form onSubmit={(event) => void submit(event)}>
          <Modal.Header closeLabel={text('close')}>
            <Modal.Title>{text('leaveOut.action', { count: asking.length })}</Modal.Title>
          </Modal.Header>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Typography>{text('leaveOut.hint')}</Typography>
              {needsReason && <ReasonField value={reason} onChange={setReason} />}
            </Flex>
          </Modal.Body>
          <Modal.Footer>
            <Modal.Close>
              <Button variant="tertiary">{text('cancel')}</Button>
            </Modal.Close>
            <Button
              type="submit"
              variant="danger"
              loading={isLoading}
              disabled={needsReason && reason.trim() === ''}
            >
              {text('discard')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
