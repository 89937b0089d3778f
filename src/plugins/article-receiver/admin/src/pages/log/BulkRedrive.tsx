import { useState } from 'react';
import { Button, Flex, Loader, Modal, Typography, type ButtonProps } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useAct } from '../../hooks/use-act';
import type { Selection } from '../../services/deliveries';
import {
  useRedriveReceiverDeliveriesMutation,
  useTryReceiverRedriveMutation,
} from '../../services/jobs';
import { useText } from '../../wording/text';
import { DryRunReport } from './DryRunReport';

interface BulkRedriveProps extends Pick<ButtonProps, 'variant' | 'size' | 'disabled'> {
  label: string;
  selection: Selection;
  onStarted?: () => void;
}

/** A button for many deliveries at once: says first what redriving them would change. */
export function BulkRedrive({ label, selection, onStarted, ...button }: BulkRedriveProps) {
  const text = useText();
  const act = useAct();
  const [isOpen, setOpen] = useState(false);
  const [tryRedrive, trial] = useTryReceiverRedriveMutation();
  const [redrive, { isLoading }] = useRedriveReceiverDeliveriesMutation();

  const open = (isWanted: boolean) => {
    setOpen(isWanted);
    if (isWanted) void tryRedrive(selection);
  };
  const start = async () => {
    if (!(await act(redrive(selection), 'bulk.started'))) return;
    setOpen(false);
    onStarted?.();
  };

  return (
    <Modal.Root open={isOpen} onOpenChange={open}>
      <Modal.Trigger>
        <Button startIcon={<ArrowClockwise />} {...button}>
          {label}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={text('close')}>
          <Modal.Title>{label}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          {trial.isLoading && (
            <Flex justifyContent="center" padding={6}>
              <Loader>{text('bulk.trying')}</Loader>
            </Flex>
          )}
          {trial.isError && <Typography textColor="danger600">{text('bulk.tryFailed')}</Typography>}
          {trial.data && !trial.isLoading && (
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Typography textColor="neutral600">{text('bulk.hint')}</Typography>
              <DryRunReport dryRun={trial.data} />
            </Flex>
          )}
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{text('cancel')}</Button>
          </Modal.Close>
          <Button
            loading={isLoading}
            disabled={!trial.data || trial.isLoading || trial.data.deliveries === 0}
            onClick={() => void start()}
          >
            {text('bulk.start')}
          </Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
