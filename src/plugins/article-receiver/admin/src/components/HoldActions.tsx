import type { ButtonProps } from '@strapi/design-system';
import { useAct } from '../hooks/use-act';
import { useDecideReceiverHoldMutation } from '../services/articles';
import { useText } from '../wording/text';
import { ActionDialog } from './ActionDialog';

interface HoldActionsProps extends Pick<ButtonProps, 'size' | 'fullWidth'> {
  documentId: string;
}

/** The two decisions on a held publication. */
export function HoldActions({ documentId, ...button }: HoldActionsProps) {
  const text = useText();
  const act = useAct();
  const [decide] = useDecideReceiverHoldMutation();
  return (
    <>
      <ActionDialog
        {...button}
        label={text('hold.discard')}
        variant="danger-light"
        onConfirm={() => act(decide({ documentId, decision: 'discard' }), 'hold.discard.done')}
      >
        {text('hold.discard.body')}
      </ActionDialog>
      <ActionDialog
        {...button}
        label={text('hold.release')}
        onConfirm={() => act(decide({ documentId, decision: 'release' }), 'hold.release.done')}
      >
        {text('hold.release.body')}
      </ActionDialog>
    </>
  );
}
