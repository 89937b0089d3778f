import type { ReactNode } from 'react';
import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { Instant } from '../../components/Instant';
import type { FocusPlace } from '../../hooks/use-keep-focus';
import { LINE } from '../lists/Lines';

const Line = styled(Box)`
  ${LINE}
`;

interface ListLineProps {
  /** When it came to pass. */
  at: string;
  /** What can be done about it. */
  action: ReactNode;
  /** Whether it stands in a widget, which has little room. */
  isBrief?: boolean;
  /** Whether that is still to come, and is told to the minute. */
  isPlan?: boolean;
  /** Where the focus goes when what could be done is gone. */
  place?: FocusPlace<HTMLDivElement>;
  children: ReactNode;
}

/** A line of a list: what it is about on the left, since when and what to do on the right. */
export function ListLine({
  at,
  action,
  isBrief = false,
  isPlan = false,
  place,
  children,
}: ListLineProps) {
  return (
    <Line
      tag="li"
      {...place}
      padding={isBrief ? 2 : 4}
      borderColor="neutral150"
      style={{ ...place?.style, borderWidth: '0 0 1px' }}
    >
      <Flex direction="column" alignItems="flex-start" gap={isBrief ? 1 : 2} minWidth={0}>
        {children}
      </Flex>
      <Typography variant="pi" textColor="neutral600">
        <Instant at={at} isNear={!isPlan} />
      </Typography>
      {action && (
        <Flex justifyContent="flex-end" paddingLeft={4}>
          {action}
        </Flex>
      )}
    </Line>
  );
}
