import { Flex, Typography } from '@strapi/design-system';
import type { DeadLink } from '../../../shared/articles/links';
import { DeadLinkList } from '../components/DeadLinkList';
import { useText } from '../wording/text';

/** Links in the article that lead nowhere; nothing where all lead somewhere. */
export function DeadLinks({ links }: { links: readonly DeadLink[] }) {
  const text = useText();
  if (links.length === 0) return null;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography variant="sigma" textColor="neutral600" tag="h3">
        {text('links.title')}
      </Typography>
      <DeadLinkList links={links} />
    </Flex>
  );
}
