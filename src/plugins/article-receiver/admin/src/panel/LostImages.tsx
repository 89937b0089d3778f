import { Flex, Typography } from '@strapi/design-system';
import type { LostImage } from '../../../shared/articles/articles';
import { useIssue } from '../wording/reason';
import { useText } from '../wording/text';

/** Images of the service that the article is without, each with why; nothing where it has all. */
export function LostImages({ images }: { images: readonly LostImage[] }) {
  const text = useText();
  const explain = useIssue();
  if (images.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography variant="sigma" textColor="neutral600" tag="h3">
        {text('panel.lostImages')}
      </Typography>
      <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
        {images.map(({ name, issue }) => (
          <Flex tag="li" key={issue.path} direction="column" alignItems="flex-start" gap={1}>
            <Typography textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
              {name ?? text('image.untitled')}
            </Typography>
            <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
              {explain(issue)}
            </Typography>
          </Flex>
        ))}
      </Flex>
    </Flex>
  );
}
