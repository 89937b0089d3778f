import { Flex, Typography } from '@strapi/design-system';
import type { HeldPublication as Held } from '../../../shared/articles/articles';
import { HoldActions } from '../components/decisions/HoldActions';
import { Notice } from '../components/Notice';
import { useText } from '../wording/text';
import { useOpenForm } from './open-form/open-form';

interface HeldPublicationProps {
  documentId: string;
  held: Held;
  /** Whether whoever is signed in may publish the article. */
  canAct: boolean;
  /** Whether the entry has changes that are not saved. */
  isModified: boolean;
  /** Told when the draft was changed since it was seen. */
  onChanged: () => void;
}

/** A publication that waits, because it would publish an editor's unpublished changes with it. */
export function HeldPublication({
  documentId,
  held,
  canAct,
  isModified,
  onChanged,
}: HeldPublicationProps) {
  const text = useText();
  const form = useOpenForm();
  // Whether the form beside the panel is the one of this draft: then what it shows is what was seen.
  const isIts = form?.documentId === documentId && form.locale === held.locale;
  return (
    <Notice>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Typography fontWeight="bold" textColor="neutral800">
          {text('hold.title')}
        </Typography>
        <Typography variant="pi" textColor="neutral800">
          {text('hold.hint')}
        </Typography>
        {canAct && isModified && (
          <Typography variant="pi" fontWeight="bold" textColor="neutral800">
            {text('hold.modified')}
          </Typography>
        )}
        {canAct ? (
          <HoldActions
            documentId={documentId}
            seen={isIts ? form.at : held.seen}
            isModified={isModified}
            onChanged={onChanged}
            size="S"
            fullWidth
          />
        ) : (
          <Typography variant="pi" fontWeight="bold" textColor="neutral800">
            {text('hold.forbidden')}
          </Typography>
        )}
      </Flex>
    </Notice>
  );
}
