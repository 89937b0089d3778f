import type { ReactNode } from 'react';
import { Box } from '@strapi/design-system';
import { styled } from 'styled-components';

const Edge = styled(Box)`
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-inline-start: 4px solid ${({ theme }) => theme.colors.warning500};
`;

/** What waits for somebody, set apart from the rest in both themes. */
export function Notice({ children }: { children: ReactNode }) {
  return (
    <Edge background="warning100" hasRadius padding={4}>
      {children}
    </Edge>
  );
}
