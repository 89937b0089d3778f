import { useState, type FormEvent } from 'react';
import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import { Trash } from '@strapi/icons';
import { useText } from '../../wording/text';
import { useLasting } from './Lasting';
import { ReasonField } from './ReasonField';

interface DiscardModalProps {
  /** What the button and the dialog say is done. */
  label: string;
  /** What it means, in a sentence or two. */
  hint: string;
  size?: 'S' | 'M';
  /** Whether somebody has to say why. */
  needsReason: boolean;
  isLoading: boolean;
  /** @param reason empty where none is asked for. @returns whether it was done. */
  onDiscard: (reason: string) => Promise<boolean>;
}

/** A button that asks, and asks why, before something is decided against. */
export function DiscardModal({ label, hint, size, needsReason, ...rest }: DiscardModalProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useLasting(isOpen);
  const [reason, setReason] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await rest.onDiscard(reason.trim())) setOpen(false);
  };

  return (
    <Modal.Root open={isOpen} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button size={size} variant="danger-light" startIcon={<Trash />}>
          {label}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <form onSubmit={(event) => void submit(event)}>
          <Modal.Header closeLabel={text('close')}>
            <Modal.Title>{label}</Modal.Title>
          </Modal.Header>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Typography>{hint}</Typography>
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
              loading={rest.isLoading}
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
