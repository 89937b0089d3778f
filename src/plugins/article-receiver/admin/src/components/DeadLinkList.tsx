import { Flex, Link, Typography } from '@strapi/design-system';
import type { DeadLink } from '../../../shared/articles/links';
import { useText } from '../wording/text';

/** Links that lead nowhere, each with the reason, and where its article is instead. */
export function DeadLinkList({ links }: { links: readonly DeadLink[] }) {
  const text = useText();
  return (
    <Flex tag="ul" direction="column" alignItems="stretch" gap={2}>
      {links.map(({ url, reason, address }) => (
        <Flex tag="li" key={url} direction="column" alignItems="flex-start" gap={1}>
          <Typography textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Typography>
          <Typography variant="pi" textColor="neutral600">
            {text(`links.${reason}`)}
          </Typography>
          {address !== null && (
            <Link href={address} isExternal>
              <span style={{ overflowWrap: 'anywhere' }}>{address}</span>
            </Link>
          )}
        </Flex>
      ))}
    </Flex>
  );
}
