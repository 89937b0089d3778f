import { useState } from 'react';
import { Box } from '@strapi/design-system';
import { styled } from 'styled-components';
import { LongText } from './LongText';

/** Strings longer than this are shortened: an image is a megabyte of base64. */
const SHOWN_CHARACTERS = 300;
/** How deep the tree is open at first. */
const OPEN_LEVELS = 2;

const Tree = styled(Box)`
  font-family: monospace;
  font-size: ${({ theme }) => theme.fontSizes[1]};
  line-height: 1.6;
  overflow-wrap: anywhere;
  color: ${({ theme }) => theme.colors.neutral800};

  details > div {
    padding-inline-start: ${({ theme }) => theme.spaces[4]};
    border-inline-start: 1px solid ${({ theme }) => theme.colors.neutral150};
  }

  summary {
    cursor: pointer;
  }
`;

const Key = styled.span`
  color: ${({ theme }) => theme.colors.primary700};
`;

const Quiet = styled.span`
  color: ${({ theme }) => theme.colors.neutral600};
`;

/** Any JSON value, to be folded and unfolded. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <Tree background="neutral100" hasRadius padding={4}>
      <Node value={value} level={0} />
    </Tree>
  );
}

interface NodeProps {
  name?: string;
  value: unknown;
  level: number;
}

function Node({ name, value, level }: NodeProps) {
  const [isOpen, setOpen] = useState(level < OPEN_LEVELS);
  const label = name === undefined ? null : <Key>{name}: </Key>;
  if (typeof value !== 'object' || value === null) {
    return (
      <div>
        {label}
        <Leaf value={value} />
      </div>
    );
  }
  const entries = Object.entries<unknown>({ ...value });
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <Quiet>
          {open} {entries.length} {close}
        </Quiet>
      </summary>
      {/* Only open branches are rendered: a body may have thousands of values. */}
      {isOpen && (
        <div>
          {entries.map(([key, child]) => (
            <Node key={key} name={key} value={child} level={level + 1} />
          ))}
        </div>
      )}
    </details>
  );
}

function Leaf({ value }: { value: unknown }) {
  const shown = JSON.stringify(value) ?? 'undefined';
  return <LongText shown={shown} limit={SHOWN_CHARACTERS} />;
}
