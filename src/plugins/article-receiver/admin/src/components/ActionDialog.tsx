import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Button, Dialog, type ButtonProps } from '@strapi/design-system';
import { useText } from '../wording/text';
import { useLasting } from './decisions/Lasting';

interface ActionDialogProps extends Pick<
  ButtonProps,
  'variant' | 'size' | 'startIcon' | 'disabled' | 'fullWidth'
> {
  /** The button's text, and the dialog's title. */
  label: string;
  /** What it is done to, for those who hear the button without seeing where it stands. */
  of?: string;
  /** What is going to happen, before it does. */
  children: ReactNode;
  onConfirm: () => Promise<unknown>;
}

/** A button that says what it is about to do and asks. */
export function ActionDialog({ label, of, children, onConfirm, ...button }: ActionDialogProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useLasting(isOpen);
  const confirm = async () => {
    await onConfirm();
    setOpen(false);
  };
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Trigger>
        <Button
          {...button}
          aria-label={of === undefined ? undefined : text('pair', { name: label, value: of })}
        >
          {label}
        </Button>
      </Dialog.Trigger>
      <ConfirmDialog
        title={label}
        variant={button.variant === 'danger-light' ? 'danger-light' : 'default'}
        onConfirm={confirm}
      >
        {children}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
