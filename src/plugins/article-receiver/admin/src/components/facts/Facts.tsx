import type { ReactNode } from 'react';
import { Flex, Typography } from '@strapi/design-system';

/** One fact: its name, and its value. Without a value it is left out. */
export type Fact = readonly [label: string, value: ReactNode];

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <Flex tag="dl" direction="column" alignItems="stretch" gap={4} width="100%">
      {/* Several may have one name, as structured data about several things has. */}
      {known.map(([label, value], index) => (
        <Flex key={`${label} ${index}`} direction="column" alignItems="flex-start" gap={1}>
          <Typography tag="dt" variant="sigma" textColor="neutral600">
            {label}
          </Typography>
          <Typography tag="dd" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
}
