import { Flex, Typography } from '@strapi/design-system';
import { useText } from '../../wording/text';
import { CopyButton } from '../CopyButton';

interface AddressBoxProps {
  address: string;
  onCopied?: () => void;
}

/** An address to paste elsewhere. */
export function AddressBox({ address, onCopied }: AddressBoxProps) {
  const text = useText();
  return (
    <Flex
      gap={3}
      background="neutral100"
      borderColor="neutral200"
      hasRadius
      padding={3}
      justifyContent="space-between"
    >
      <Typography tag="code" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
        {address}
      </Typography>
      <CopyButton value={address} label={text('first.copy')} onCopied={onCopied} />
    </Flex>
  );
}
