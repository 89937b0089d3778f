import { useState } from 'react';
import { Button, Flex, Modal, Typography, type ButtonProps } from '@strapi/design-system';
import { ArrowClockwise } from '@strapi/icons';
import { useLasting } from '../../../components/decisions/Lasting';
import { useAct } from '../../../hooks/use-act';
import type { Selection } from '../../../services/deliveries';
import { useRedriveReceiverDeliveriesMutation } from '../../../services/jobs';
import { useText } from '../../../wording/text';
import { DryRunProgress } from './DryRunProgress';
import { DryRunReport } from './DryRunReport';
import { useDryRun } from './use-dry-run';

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
  useLasting(isOpen);
  const { found, isFailed, begin, end } = useDryRun();
  const [redrive, { isLoading }] = useRedriveReceiverDeliveriesMutation();

  const open = (isWanted: boolean) => {
    setOpen(isWanted);
    if (isWanted) begin(selection);
    else end();
  };
  const start = async () => {
    if (!(await act(redrive(selection), 'bulk.started'))) return;
    open(false);
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
          <Flex direction="column" alignItems="stretch" gap={4}>
            {isFailed && <Typography textColor="danger600">{text('bulk.tryFailed')}</Typography>}
            {!isFailed && <DryRunProgress found={found} />}
            {/* What a part of them comes to would look like all. */}
            {found && !isFailed && (
              <>
                <Typography textColor="neutral600">{text('bulk.hint')}</Typography>
                <DryRunReport dryRun={found} />
              </>
            )}
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary">{text('cancel')}</Button>
          </Modal.Close>
          {isFailed ? (
            <Button onClick={() => begin(selection)}>{text('bulk.tryAgain')}</Button>
          ) : (
            <Button
              loading={isLoading}
              disabled={!found || found.deliveries === 0}
              onClick={() => void start()}
            >
              {text('bulk.start')}
            </Button>
          )}
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
