import type { ReactNode } from 'react';
import { Box, Table, Tbody, Td, Th, Thead, Tr, Typography } from '@strapi/design-system';

interface SimpleTableProps {
  headers: readonly string[];
  /** One array a row, in the order of the headers. */
  rows: readonly (readonly ReactNode[])[];
}

/** A small table without sorting, paging or selection. */
export function SimpleTable({ headers, rows }: SimpleTableProps) {
  return (
    <Table colCount={headers.length} rowCount={rows.length + 1}>
      <Thead>
        <Tr>
          {headers.map((header) => (
            <Th key={header}>
              <Typography variant="sigma" textColor="neutral600">
                {header}
              </Typography>
            </Th>
          ))}
        </Tr>
      </Thead>
      <Tbody>
        {rows.map((cells, row) => (
          <Tr key={row}>
            {cells.map((cell, column) => (
              <Td key={column}>
                <Box paddingTop={2} paddingBottom={2}>
                  <Typography
                    textColor="neutral800"
                    style={{ whiteSpace: 'normal', overflowWrap: 'break-word' }}
                  >
                    {cell}
                  </Typography>
                </Box>
              </Td>
            ))}
          </Tr>
        ))}
      </Tbody>
    </Table>
  );
}
