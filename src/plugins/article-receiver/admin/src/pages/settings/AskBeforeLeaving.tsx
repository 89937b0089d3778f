import { useEffect } from 'react';
import { ConfirmDialog } from '@strapi/strapi/admin';
import { Dialog } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import { useBlocker } from 'react-router-dom';

/** Asks, in Strapi's own words, before changes are left that nobody saved. */
export function AskBeforeLeaving({ isChanged }: { isChanged: boolean }) {
  const { formatMessage } = useIntl();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isChanged]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && blocker.reset()}>
      <ConfirmDialog onConfirm={() => blocker.proceed()}>
        {formatMessage({
          id: 'global.prompt.unsaved',
          defaultMessage: 'You have unsaved changes, are you sure you want to leave?',
        })}
      </ConfirmDialog>
    </Dialog.Root>
  );
}
