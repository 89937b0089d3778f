import { useRef, useState } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Field, Flex, Tag, TextInput } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import { useText } from '../wording/text';
import type { FieldInputProps } from './input-props';
import { RawJsonInput } from './RawJson';
import { keptTexts, newWords, pastedLines, readTexts } from './texts';

/** Words, each a chip: typed with Enter or a comma after it, or pasted as a list. */
export function ChipsInput(props: FieldInputProps) {
  const { value } = useField(props.name);
  const words = readTexts(value);
  return words ? <Chips {...props} words={words} /> : <RawJsonInput {...props} />;
}

function Chips({ words, ...props }: FieldInputProps & { words: string[] }) {
  const { name, label, hint, labelAction, required = false, disabled = false } = props;
  const text = useText();
  const { initialValue, error, onChange } = useField(name);
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);

  const keep = (next: string[]) => onChange(name, keptTexts(next, initialValue));
  const add = (what: string) => {
    const added = newWords(what, words);
    if (added.length > 0) keep([...words, ...added]);
    setTyped('');
  };
  const remove = (at: number) => {
    keep(words.filter((_, index) => index !== at));
    input.current?.focus();
  };

  return (
    <Field.Root name={name} id={name} hint={hint} error={error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <TextInput
        ref={input}
        type="text"
        placeholder={text('chips.add')}
        disabled={disabled}
        value={typed}
        onChange={(event) => {
          const { value: next } = event.currentTarget;
          if (/[,;\n]/.test(next)) add(next);
          else setTyped(next);
        }}
        onPaste={(event) => {
          const lines = pastedLines(event.clipboardData.getData('text'), event.currentTarget);
          if (!lines) return;
          event.preventDefault();
          add(lines.join('\n'));
        }}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
            event.preventDefault();
            add(typed);
          }
          if (event.key === 'Backspace' && typed === '' && words.length > 0) {
            remove(words.length - 1);
          }
        }}
      />
      {words.length > 0 && (
        <Flex tag="ul" gap={1} wrap="wrap" aria-label={label}>
          {words.map((word, at) => (
            <li key={`${word} ${at}`}>
              <Tag
                icon={<Cross aria-hidden />}
                label={text('chips.remove', { word })}
                disabled={disabled}
                onClick={() => remove(at)}
              >
                {word}
              </Tag>
            </li>
          ))}
        </Flex>
      )}
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
