import { Box, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../../utils/text';
import type { Piece } from './common';
import { comparedRows, foldedRows, type ComparedRow } from './compared-rows';

const Sheet = styled.table`
  width: 100%;
  table-layout: fixed;
  border-collapse: separate;
  border-spacing: ${({ theme }) => theme.spaces[2]} 0;

  th {
    text-align: start;
    padding-block-end: ${({ theme }) => theme.spaces[2]};
  }

  td {
    vertical-align: top;
    padding: 0 ${({ theme }) => theme.spaces[2]};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

const Mark = styled.mark<{ $ground: 'danger200' | 'success200' }>`
  background: ${({ theme, $ground }) => theme.colors[$ground]};
  color: inherit;
`;

interface ComparisonProps {
  before: string;
  after: string;
  labels: readonly [before: string, after: string];
  /** Whether to leave out what is far from any change. */
  isFolded?: boolean;
}

/** Two texts side by side, what differs marked down to the word. */
export function Comparison({ before, after, labels, isFolded = false }: ComparisonProps) {
  const text = useText();
  const all = comparedRows(before, after);
  const rows = isFolded ? foldedRows(all) : all;
  return (
    <Sheet>
      <thead>
        <tr>
          {labels.map((label) => (
            <th key={label} scope="col">
              <Typography variant="sigma" textColor="neutral600">
                {label}
              </Typography>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) =>
          'folded' in row ? (
            <tr key={index}>
              <td colSpan={2}>
                <Typography variant="pi" textColor="neutral600">
                  {text('compare.folded', { count: row.folded })}
                </Typography>
              </td>
            </tr>
          ) : (
            <Row key={index} row={row} />
          ),
        )}
      </tbody>
    </Sheet>
  );
}

function Row({ row: { isSame, left, right } }: { row: ComparedRow }) {
  return (
    <tr>
      <Side pieces={left} line={isSame ? null : 'danger100'} mark="danger200" />
      <Side pieces={right} line={isSame ? null : 'success100'} mark="success200" />
    </tr>
  );
}

interface SideProps {
  pieces: Piece[] | null;
  /** The ground of a changed line. */
  line: 'danger100' | 'success100' | null;
  mark: 'danger200' | 'success200';
}

function Side({ pieces, line, mark }: SideProps) {
  return (
    <Box tag="td" background={pieces && line ? line : 'neutral0'}>
      <Typography textColor="neutral800">
        {pieces?.map(({ text, isOwn }, index) =>
          isOwn ? (
            <Mark key={index} $ground={mark}>
              {text}
            </Mark>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
        {/* An empty line has its height. */}
        {'\u200b'}
      </Typography>
    </Box>
  );
}
