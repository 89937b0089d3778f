import { Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../../wording/text';
import type { Piece } from './common';
import { comparedRows, foldedRows, type ComparedRow } from './compared-rows';

type Side = 'before' | 'after';

const GROUNDS = {
  before: { line: 'danger100', mark: 'danger200', edge: 'danger500', sign: '−' },
  after: { line: 'success100', mark: 'success200', edge: 'success500', sign: '+' },
} as const;

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

/** What one side alone has: struck through or underlined, so that it holds without colour. */
const Mark = styled.mark<{ $side: Side }>`
  color: inherit;
  background: ${({ theme, $side }) => theme.colors[GROUNDS[$side].mark]};
  text-decoration: ${({ $side }) => ($side === 'before' ? 'line-through' : 'underline')};
  text-decoration-color: ${({ theme, $side }) => theme.colors[GROUNDS[$side].edge]};
  text-decoration-thickness: 2px;
`;

/** A line of one side; a changed one has a sign and an edge in its colour. */
const Line = styled.td<{ $side: Side | null }>`
  background: ${({ theme, $side }) => theme.colors[$side ? GROUNDS[$side].line : 'neutral0']};
  border-inline-start: 3px solid
    ${({ theme, $side }) => ($side ? theme.colors[GROUNDS[$side].edge] : 'transparent')};

  @media (forced-colors: active) {
    border-color: ${({ $side }) => ($side ? 'CanvasText' : 'Canvas')};
  }
`;

const Gutter = styled.span`
  display: inline-block;
  width: 1.6rem;
  font-weight: bold;
  user-select: none;
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
      <Half pieces={left} side="before" isChanged={!isSame} />
      <Half pieces={right} side="after" isChanged={!isSame} />
    </tr>
  );
}

interface HalfProps {
  pieces: Piece[] | null;
  side: Side;
  isChanged: boolean;
}

function Half({ pieces, side, isChanged }: HalfProps) {
  const isMarked = pieces !== null && isChanged;
  return (
    <Line $side={isMarked ? side : null}>
      <Typography textColor="neutral800" dir="auto">
        {isMarked && <Gutter aria-hidden>{GROUNDS[side].sign}</Gutter>}
        {pieces?.map(({ text, isOwn }, index) =>
          isOwn ? (
            <Mark key={index} $side={side}>
              {text}
            </Mark>
          ) : (
            <span key={index}>{text}</span>
          ),
        )}
        {/* An empty line has its height. */}
        {'\u200b'}
      </Typography>
    </Line>
  );
}
