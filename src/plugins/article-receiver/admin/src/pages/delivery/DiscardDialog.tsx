import { useState, type FormEvent } from 'react';
import { Button, Modal, Typography, Flex } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { ReasonField } from '../../components/ReasonField';
import { useAct } from '../../hooks/use-act';
import { useDiscardReceiverDeliveryMutation } from '../../services/deliveries';
import { useText } from '../../utils/text';

/** Decides against a quarantined delivery. The reason stays in its trace. */
export function DiscardDialog({ deliveryId }: { deliveryId: string }) {
  const text = useText();
  const act = useAct();
  const [discard, { isLoading }] = useDiscardReceiverDeliveryMutation();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await act(discard({ deliveryId, reason: reason.trim() }), 'discard.done');
    if (isDone) setOpen(false);
  };

  return (
    <Modal.Root open={isOpen} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button variant="danger-light" startIcon={<Trash />}>
          {text('discard')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <form onSubmit={(event) => void submit(event)}>
          <Modal.Header closeLabel={text('close')}>
            <Modal.Title>{text('discard')}</Modal.Title>
          </Modal.Header>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Typography>{text('discard.body')}</Typography>
              <ReasonField value={reason} onChange={setReason} />
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
              disabled={reason.trim() === ''}
            >
              {text('discard')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
