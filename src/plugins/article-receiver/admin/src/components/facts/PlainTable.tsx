import type { ReactNode } from 'react';
import { Table, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';

interface PlainTableProps {
  colCount: number;
  rowCount: number;
  children: ReactNode;
}

/**
 * A table that looks like Strapi's, whose own cells keep the keyboard from what is in them: they take buttons out
 * of Tab's way, and where there are two in a cell no key does anything, also in a dialog that one of them opened
 * (design system 2.2: RawCell.tsx). As a grid it would have arrows for what Tab does here.
 */
export function PlainTable(props: PlainTableProps) {
  return <Table {...props} role="table" onKeyDown={() => undefined} />;
}

/** The row of headers. */
export function PlainHead({ children }: { children: ReactNode }) {
  return (
    <thead>
      <PlainRow>{children}</PlainRow>
    </thead>
  );
}

export function PlainHeader({ children }: { children: string }) {
  return (
    <PlainHeaderCell>
      <Typography variant="sigma" textColor="neutral600">
        {children}
      </Typography>
    </PlainHeaderCell>
  );
}

export const PlainRow = styled.tr`
  border-bottom: 1px solid ${({ theme }) => theme.colors.neutral150};

  tbody > &:last-of-type {
    border-bottom: none;
  }
`;

export const PlainCell = styled.td`
  padding: ${({ theme }) => theme.spaces[4]};
  vertical-align: middle;
  text-align: left;

  &:first-of-type {
    padding: 0 ${({ theme }) => theme.spaces[1]};
  }
`;

export const PlainHeaderCell = styled.th`
  height: 5.6rem;
  padding: 0 ${({ theme }) => theme.spaces[4]};
  vertical-align: middle;
  text-align: left;

  &:first-of-type {
    padding: 0 ${({ theme }) => theme.spaces[1]};
  }
`;
