import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { Instant } from '../../components/Instant';

interface ListLineProps {
  /** When it came to pass. */
  at: string;
  /** What can be done about it. */
  action: ReactNode;
  children: ReactNode;
}

/** A line of a list: what it is about on the left, since when and what to do on the right. */
export function ListLine({ at, action, children }: ListLineProps) {
  return (
    <Box tag="li" padding={4} borderColor="neutral150" style={{ borderWidth: '0 0 1px' }}>
      <Flex justifyContent="space-between" alignItems="center" gap={4} wrap="wrap">
        <Flex
          direction="column"
          alignItems="flex-start"
          gap={2}
          style={{ flex: '1 1 28rem', minWidth: 0 }}
        >
          {children}
        </Flex>
        <Flex gap={4}>
          <Typography variant="pi" textColor="neutral600">
            <Instant at={at} />
          </Typography>
          {action}
        </Flex>
      </Flex>
    </Box>
  );
}
