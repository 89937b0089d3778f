import type { ButtonProps } from '@strapi/design-system';
import { useAct } from '../../hooks/use-act';
import { useDecideReceiverHoldMutation } from '../../services/articles';
import { changedMeanwhile } from '../../utils/changed-meanwhile';
import { useText } from '../../wording/text';
import { ActionDialog } from '../ActionDialog';

interface HoldActionsProps extends Pick<ButtonProps, 'size' | 'fullWidth'> {
  documentId: string;
  /** When the draft was changed last that whoever decides has seen; null where that is not known. */
  seen: string | null;
  /** Whether the entry has changes that are not saved: they would not be published with it. */
  isModified?: boolean;
  /** Told when the draft was changed since. */
  onChanged?: () => void;
}

/** The two decisions on a held publication. */
export function HoldActions({
  documentId,
  seen,
  isModified = false,
  onChanged,
  ...button
}: HoldActionsProps) {
  const text = useText();
  const act = useAct();
  const [decide] = useDecideReceiverHoldMutation();
  const release = () => {
    const asSeen = seen === null ? {} : { seen };
    const released = decide({ documentId, decision: 'release', ...asSeen });
    return act(released, 'hold.release.done', (error) => {
      const changed = changedMeanwhile(error);
      if (changed !== null) onChanged?.();
      return changed;
    });
  };
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
        disabled={isModified}
        onConfirm={release}
      >
        {text('hold.release.body')}
      </ActionDialog>
    </>
  );
}
