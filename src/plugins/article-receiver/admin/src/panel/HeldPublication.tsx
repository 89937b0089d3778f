import { Box, Flex, Typography } from '@strapi/design-system';
import { HoldActions } from '../components/HoldActions';
import { useText } from '../utils/text';

interface HeldPublicationProps {
  documentId: string;
  canAct: boolean;
}

/** A publication that waits, because it would publish an editor's unpublished changes with it. */
export function HeldPublication({ documentId, canAct }: HeldPublicationProps) {
  const text = useText();
  return (
    <Box background="warning100" borderColor="warning200" hasRadius padding={4}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography fontWeight="bold" textColor="neutral800">
          {text('hold.title')}
        </Typography>
        <Typography variant="pi" textColor="neutral800">
          {text('hold.hint')}
        </Typography>
        {canAct && <HoldActions documentId={documentId} size="S" fullWidth />}
      </Flex>
    </Box>
  );
}
