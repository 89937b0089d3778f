import { useClipboard, useNotification } from '@strapi/strapi/admin';
import { IconButton } from '@strapi/design-system';
import { Duplicate } from '@strapi/icons';
import { useText } from '../wording/text';

interface CopyButtonProps {
  value: string;
  label: string;
  onCopied?: () => void;
}

export function CopyButton({ value, label, onCopied }: CopyButtonProps) {
  const text = useText();
  const { copy } = useClipboard();
  const { toggleNotification } = useNotification();
  const onClick = async () => {
    const copied = await copy(value);
    if (copied) onCopied?.();
    toggleNotification(
      copied
        ? { type: 'success', message: text('copied') }
        : { type: 'danger', message: text('error.copy') },
    );
  };
  return (
    <IconButton label={label} variant="ghost" onClick={() => void onClick()}>
      <Duplicate />
    </IconButton>
  );
}
