import { Flex, Typography } from '@strapi/design-system';
import { privateHost } from '../../utils/reachable';
import { useText } from '../../wording/text';
import { AddressBox } from './AddressBox';
import { Notice } from '../Notice';

interface WebhookAddressProps {
  address: string;
  onCopied?: () => void;
}

/** The address for the service; said of one that it cannot reach, and what to do. */
export function WebhookAddress({ address, onCopied }: WebhookAddressProps) {
  const text = useText();
  const host = privateHost(address);
  return (
    <Flex direction="column" alignItems="stretch" gap={3}>
      <AddressBox address={address} onCopied={onCopied} />
      {host !== null && (
        <Notice>
          <Typography textColor="neutral800">{text('address.private', { host })}</Typography>
        </Notice>
      )}
    </Flex>
  );
}
