import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';

interface CardProps {
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page. */
export function Card({ title, actions, children }: CardProps) {
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={6} tag="section">
      <Flex justifyContent="space-between" gap={4} paddingBottom={4} wrap="wrap">
        <Typography variant="delta" tag="h2" style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {actions}
      </Flex>
      {children}
    </Box>
  );
}
