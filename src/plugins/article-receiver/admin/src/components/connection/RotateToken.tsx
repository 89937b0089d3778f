import { useState } from 'react';
import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import type { NewToken } from '../../../../shared/settings/tokens';
import { useAct } from '../../hooks/use-act';
import { useRotateReceiverTokenMutation } from '../../services/tokens';
import { useText } from '../../wording/text';
import { DurationField } from './DurationField';
import { OVERLAPS } from './durations';

interface RotateTokenProps {
  id: string;
  name: string;
  onRotated: (token: NewToken) => void;
}

/** Replaces a token by a new one, both working for a while. */
export function RotateToken({ id, name, onRotated }: RotateTokenProps) {
  const text = useText();
  const act = useAct();
  const [rotate, { isLoading }] = useRotateReceiverTokenMutation();
  const [isOpen, setOpen] = useState(false);
  const [overlap, setOverlap] = useState<keyof typeof OVERLAPS>('days2');

  const confirm = async () => {
    const asked = rotate({ id, overlapMs: OVERLAPS[overlap] });
    if (!(await act(asked, 'token.rotated'))) return;
    setOpen(false);
    onRotated(await asked.unwrap());
  };

  return (
    <Modal.Root open={isOpen} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button size="S" variant="tertiary" aria-label={text('token.rotate.of', { name })}>
          {text('token.rotate')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={text('close')}>
          <Modal.Title>{text('token.rotate.of', { name })}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Typography>{text('token.rotate.body')}</Typography>
            <DurationField
              name="overlap"
              durations={OVERLAPS}
              value={overlap}
              onChange={setOverlap}
            />
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{text('cancel')}</Button>
          </Modal.Close>
          <Button loading={isLoading} onClick={() => void confirm()}>
            {text('token.rotate')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
