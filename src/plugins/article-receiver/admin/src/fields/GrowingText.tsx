import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { pastedLines } from './texts';

const Area = styled.textarea`
  display: block;
  width: 100%;
  resize: none;
  overflow: hidden;
  font: inherit;
  font-size: ${({ theme }) => theme.fontSizes[2]};
  line-height: 1.5;
  padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[3]}`};
  color: ${({ theme }) => theme.colors.neutral800};
  background: ${({ theme }) => theme.colors.neutral0};
  border: 1px solid ${({ theme }) => theme.colors.neutral200};
  border-radius: ${({ theme }) => theme.borderRadius};

  &:focus {
    outline: none;
    border-color: ${({ theme }) => theme.colors.primary600};
    box-shadow: 0 0 0 2px ${({ theme }) => theme.colors.primary600};
  }

  &:disabled {
    color: ${({ theme }) => theme.colors.neutral600};
    background: ${({ theme }) => theme.colors.neutral150};
    cursor: not-allowed;
  }
`;

interface GrowingTextProps {
  label: string;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
  /** Several lines were pasted: it becomes as many texts. */
  onLines: (lines: string[]) => void;
}

/** A text that is one paragraph: as high as it needs, and Enter goes on to the next one. */
export function GrowingText({ label, value, disabled, ...on }: GrowingTextProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  // The form takes a moment to hand back what was typed; until then the caret would jump.
  const [typed, setTyped] = useState(value);
  const awaited = useRef<string[]>([]);
  useEffect(() => {
    const at = awaited.current.indexOf(value);
    awaited.current = at === -1 ? [] : awaited.current.slice(at + 1);
    // Anything else is the entry's: who writes on has to see it.
    if (at === -1) setTyped(value);
  }, [value]);
  useLayoutEffect(() => {
    const { current } = area;
    if (!current) return;
    let width = 0;
    const fit = () => {
      width = current.clientWidth;
      current.style.height = 'auto';
      current.style.height = `${current.scrollHeight + current.offsetHeight - current.clientHeight}px`;
    };
    fit();
    // A narrower window needs more lines.
    const watch = new ResizeObserver(() => {
      if (current.clientWidth !== width) fit();
    });
    watch.observe(current);
    return () => watch.disconnect();
  }, [typed]);
  return (
    <Area
      ref={area}
      rows={1}
      data-part="text"
      aria-label={label}
      value={typed}
      disabled={disabled}
      onChange={(event) => {
        const next = event.currentTarget.value.replace(/\n/g, ' ');
        if (next !== typed) awaited.current.push(next);
        setTyped(next);
        on.onChange(next);
      }}
      onPaste={(event) => {
        const lines = pastedLines(event.clipboardData.getData('text'), event.currentTarget);
        if (!lines) return;
        event.preventDefault();
        on.onLines(lines);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        on.onEnter();
      }}
    />
  );
}
