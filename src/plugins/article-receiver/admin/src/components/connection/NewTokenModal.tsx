import { Button, Flex, Modal, Typography } from '@strapi/design-system';
import type { NewToken } from '../../../../shared/settings/tokens';
import { useText } from '../../wording/text';
import { AddressBox } from './AddressBox';

interface NewTokenModalProps {
  /** Null while there is none to show. */
  token: NewToken | null;
  /** The webhook's address without a token. */
  webhook: string;
  onClose: () => void;
}

/** The only time that a token is shown: as the address to paste into the service. */
export function NewTokenModal({ token, webhook, onClose }: NewTokenModalProps) {
  const text = useText();
  return (
    <Modal.Root open={token !== null} onOpenChange={(isOpen: boolean) => !isOpen && onClose()}>
      {/* Who comes back from where it was pasted may well click beside it. */}
      <Modal.Content onInteractOutside={(event) => event.preventDefault()}>
        <Modal.Header closeLabel={text('close')}>
          <Modal.Title>{text('token.shown.title', { name: token?.name ?? '' })}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Flex direction="column" alignItems="stretch" gap={4}>
            <Typography>{text('token.shown.address')}</Typography>
            <AddressBox address={`${webhook}/${token?.token ?? ''}`} />
            <Typography fontWeight="bold">{text('token.shown.once')}</Typography>
          </Flex>
        </Modal.Body>
        <Modal.Footer>
          <Button onClick={onClose}>{text('token.shown.done')}</Button>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
