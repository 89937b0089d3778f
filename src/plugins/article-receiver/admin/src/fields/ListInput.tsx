import { useEffect, useRef, useState, type FocusEvent, type MouseEvent } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Box, Field, Flex, IconButton, TextButton, Typography } from '@strapi/design-system';
import { ArrowDown, ArrowUp, Plus, Trash } from '@strapi/icons';
import { useText } from '../wording/text';
import { GrowingText } from './GrowingText';
import type { FieldInputProps } from './input-props';
import { RawJsonInput } from './RawJson';
import { keptTexts, moved, readTexts } from './texts';

type Part = 'text' | 'up' | 'down';

/** A list of texts: to write in, to add to, to sort and to delete from. */
export function ListInput(props: FieldInputProps) {
  const { value } = useField(props.name);
  const texts = readTexts(value);
  return texts ? <Texts {...props} texts={texts} /> : <RawJsonInput {...props} />;
}

function Texts({ texts, ...props }: FieldInputProps & { texts: string[] }) {
  const { name, label, hint, labelAction, required = false, disabled = false } = props;
  const text = useText();
  const { initialValue, error, onChange } = useField(name);
  const root = useRef<HTMLDivElement>(null);
  // A row that was added and is still empty: shown, but not in the form's value before it has text.
  const [blankAt, setBlankAt] = useState<number | null>(null);
  const [focus, setFocus] = useState<{ row: number; part: Part } | null>(null);

  const rows = blankAt === texts.length ? [...texts, ''] : texts;

  useEffect(() => {
    if (!focus) return;
    const row = root.current?.querySelector(`[data-row="${focus.row}"]`);
    // The form takes a moment to hand back a row that was pasted.
    if (!row) return;
    const wanted = row.querySelector<HTMLElement>(`[data-part="${focus.part}"]:not(:disabled)`);
    (wanted ?? row.querySelector<HTMLElement>('[data-part]:not(:disabled)'))?.focus();
    setFocus(null);
  }, [focus, texts.length]);

  const keep = (next: string[]) => onChange(name, keptTexts(next, initialValue));
  const write = (row: number, words: string) => {
    keep([...texts.slice(0, row), words, ...texts.slice(row + 1)]);
  };
  const add = () => {
    setBlankAt(texts.length);
    setFocus({ row: texts.length, part: 'text' });
  };
  const paste = (row: number, lines: string[]) => {
    setBlankAt(null);
    keep([...texts.slice(0, row), ...lines, ...texts.slice(row + 1)]);
    setFocus({ row: row + lines.length - 1, part: 'text' });
  };
  const move = (row: number, to: number, part: Part) => {
    keep(moved(texts, row, to));
    setFocus({ row: to, part });
  };
  const remove = (row: number) => {
    if (row === texts.length) setBlankAt(null);
    else keep(texts.filter((_, index) => index !== row));
    if (rows.length > 1) setFocus({ row: Math.max(0, row - 1), part: 'text' });
  };
  /**
   * What was emptied is gone once the list is left, as if it had been deleted. Not before: the rows below would
   * move up while one of their buttons is being pressed.
   */
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (root.current?.contains(relatedTarget)) return;
    setBlankAt(null);
    const left = texts.filter((words) => words.trim() !== '');
    if (left.length < texts.length) keep(left);
  };
  /** Not every browser gives the focus to a button that is pressed: then the list would seem to be left. */
  const stay = (press: MouseEvent<HTMLElement>) => {
    if ((press.target as Element).closest('button')) press.preventDefault();
  };

  return (
    <Field.Root name={name} id={name} hint={hint} error={error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Flex
        direction="column"
        alignItems="stretch"
        gap={2}
        ref={root}
        onBlur={leave}
        onMouseDown={stay}
        role="group"
        aria-label={label}
      >
        {rows.length === 0 && <Typography textColor="neutral600">{text('list.empty')}</Typography>}
        {rows.map((words, row) => {
          const place = String(row + 1);
          return (
            <Flex
              key={row}
              gap={1}
              alignItems="flex-start"
              justifyContent="flex-end"
              wrap="wrap"
              data-row={row}
            >
              <Box flex="1 1 18rem">
                <GrowingText
                  label={text('list.item', { place })}
                  value={words}
                  disabled={disabled}
                  onChange={(next) => write(row, next)}
                  onEnter={add}
                  onLines={(lines) => paste(row, lines)}
                />
              </Box>
              <Flex gap={1} paddingTop={1}>
                <IconButton
                  data-part="up"
                  label={text('list.up', { place })}
                  variant="ghost"
                  disabled={disabled || row === 0 || row >= texts.length}
                  onClick={() => move(row, row - 1, 'up')}
                >
                  <ArrowUp />
                </IconButton>
                <IconButton
                  data-part="down"
                  label={text('list.down', { place })}
                  variant="ghost"
                  disabled={disabled || row >= texts.length - 1}
                  onClick={() => move(row, row + 1, 'down')}
                >
                  <ArrowDown />
                </IconButton>
                <IconButton
                  label={text('list.remove', { place })}
                  variant="ghost"
                  disabled={disabled}
                  onClick={() => remove(row)}
                >
                  <Trash />
                </IconButton>
              </Flex>
            </Flex>
          );
        })}
        {!disabled && (
          <Flex>
            <TextButton startIcon={<Plus />} onClick={add}>
              {text('list.add')}
            </TextButton>
          </Flex>
        )}
      </Flex>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
