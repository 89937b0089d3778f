import type { ReactNode } from 'react';
import { Box, Typography } from '@strapi/design-system';
import { PlainCell, PlainHead, PlainHeader, PlainRow, PlainTable } from './PlainTable';

interface SimpleTableProps {
  headers: readonly string[];
  /** One array a row, in the order of the headers. */
  rows: readonly (readonly ReactNode[])[];
}

/** A small table without sorting, paging or selection. */
export function SimpleTable({ headers, rows }: SimpleTableProps) {
  return (
    <PlainTable colCount={headers.length} rowCount={rows.length + 1}>
      <PlainHead>
        {headers.map((header) => (
          <PlainHeader key={header}>{header}</PlainHeader>
        ))}
      </PlainHead>
      <tbody>
        {rows.map((cells, row) => (
          <PlainRow key={row}>
            {cells.map((cell, column) => (
              <PlainCell key={column}>
                <Box paddingTop={2} paddingBottom={2}>
                  <Typography
                    textColor="neutral800"
                    style={{ whiteSpace: 'normal', overflowWrap: 'break-word' }}
                  >
                    {cell}
                  </Typography>
                </Box>
              </PlainCell>
            ))}
          </PlainRow>
        ))}
      </tbody>
    </PlainTable>
  );
}
