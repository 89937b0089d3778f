import type { ReactNode } from 'react';
import { Flex, Status, Typography, type StatusVariant } from '@strapi/design-system';
import { styled } from 'styled-components';
import { COLOUR_SAYS_IT } from './forced-colours';

/** The tone's colour itself: the grounds of the dark theme have none. */
const COLOURS = {
  alternative: 'alternative500',
  danger: 'danger500',
  neutral: 'neutral500',
  primary: 'primary500',
  secondary: 'secondary500',
  success: 'success500',
  warning: 'warning500',
} as const satisfies Record<StatusVariant, string>;

const Dot = styled.span<{ $tone: StatusVariant }>`
  flex-shrink: 0;
  width: 0.8rem;
  height: 0.8rem;
  border-radius: 50%;
  background: ${({ theme, $tone }) => theme.colors[COLOURS[$tone]]};
  ${COLOUR_SAYS_IT}
`;

interface SignProps {
  tone: StatusVariant;
  title?: string;
  children: ReactNode;
}

/** A word about a state, readable in both themes: its colour is a dot, and its text is plain. */
export function Sign({ tone, title, children }: SignProps) {
  return (
    <Status variant={tone} size="S" title={title} style={{ width: 'fit-content' }}>
      <Flex tag="span" inline gap={2} alignItems="center">
        <Dot $tone={tone} aria-hidden />
        <Typography
          tag="span"
          variant="pi"
          fontWeight="bold"
          textColor="neutral800"
          style={{ whiteSpace: 'nowrap' }}
        >
          {children}
        </Typography>
      </Flex>
    </Status>
  );
}
