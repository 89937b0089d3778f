import { Flex, Typography } from '@strapi/design-system';
import { HoldActions } from '../components/HoldActions';
import { Notice } from '../components/Notice';
import { useText } from '../wording/text';

interface HeldPublicationProps {
  documentId: string;
  /** Whether whoever is signed in may publish the article. */
  canAct: boolean;
}

/** A publication that waits, because it would publish an editor's unpublished changes with it. */
export function HeldPublication({ documentId, canAct }: HeldPublicationProps) {
  const text = useText();
  return (
    <Notice>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography fontWeight="bold" textColor="neutral800">
          {text('hold.title')}
        </Typography>
        <Typography variant="pi" textColor="neutral800">
          {text('hold.hint')}
        </Typography>
        {canAct ? (
          <HoldActions documentId={documentId} size="S" fullWidth />
        ) : (
          <Typography variant="pi" fontWeight="bold" textColor="neutral800">
            {text('hold.forbidden')}
          </Typography>
        )}
      </Flex>
    </Notice>
  );
}
