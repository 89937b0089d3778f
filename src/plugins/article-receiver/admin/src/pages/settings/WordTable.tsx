import { useRef, type KeyboardEvent, type RefObject } from 'react';
import {
  Badge,
  Button,
  Flex,
  IconButton,
  SingleSelect,
  SingleSelectOption,
  TextInput,
  Typography,
} from '@strapi/design-system';
import { Plus, Trash } from '@strapi/icons';
import { normalWord } from '../../../../shared/settings/words';
import { Card } from '../../components/Card';
import { SimpleTable } from '../../components/facts/SimpleTable';
import { useText } from '../../wording/text';
import { isFixed } from './settings-paths';
import { useSettingsForm } from './settings-form';
import type { WordSetting } from './settings-edits';
import { isThere, useTypedWords } from './typed-words';

interface Choice {
  value: string;
  label: string;
}

interface WordTableProps {
  /** The setting, by which its texts are named, too. */
  table: WordSetting;
  /** What a word can stand for; the first is proposed for a new one. */
  choices: readonly Choice[];
}

/** What words of the service stand for: a card with a row for each, and one more for a new one. */
export function WordTable({ table, choices }: WordTableProps) {
  const text = useText();
  const { answer, draft, refused, changeWords } = useSettingsForm();
  const meanings: Record<string, string> = draft[table];
  const misfit = [...refused].find((path) => path.startsWith(table));
  const words = Object.entries(meanings);
  const newWord = useRef<HTMLInputElement>(null);
  const without = (gone: string) => {
    changeWords(table, { [gone]: null });
    // The button that was pressed goes with the word.
    newWord.current?.focus();
  };
  return (
    <Card title={text(`settings.${table}`)}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Typography textColor="neutral600">{text(`settings.${table}.hint`)}</Typography>
        {misfit !== undefined && (
          <Typography textColor="danger600" tabIndex={-1} data-misfit>
            {misfit === table
              ? text('settings.misfit')
              : text('pair', {
                  name: misfit.slice(table.length + 1),
                  value: text('settings.misfit'),
                })}
          </Typography>
        )}
        {words.length > 0 && (
          <SimpleTable
            headers={[text(`${table}.word`), text(`${table}.value`), text('tokens.actions')]}
            rows={words.map(([word, value]) => {
              const isSet = isFixed(answer.fixed, `${table}.${word}`);
              return [
                <code key="word">{word}</code>,
                <MeaningSelect
                  key="value"
                  label={text(`${table}.valueOf`, { word })}
                  value={value}
                  choices={choices}
                  isDisabled={isSet}
                  onChange={(chosen) => changeWords(table, { [word]: chosen })}
                />,
                isSet ? (
                  <Badge key="fixed" textColor="neutral800">
                    {text('settings.fixed')}
                  </Badge>
                ) : (
                  <IconButton
                    key="remove"
                    label={text('words.remove', { word })}
                    variant="ghost"
                    onClick={() => without(word)}
                  >
                    <Trash />
                  </IconButton>
                ),
              ];
            })}
          />
        )}
        <NewWord table={table} choices={choices} input={newWord} />
      </Flex>
    </Card>
  );
}

interface MeaningSelectProps {
  label: string;
  value: string;
  choices: readonly Choice[];
  isDisabled?: boolean;
  onChange: (value: string) => void;
}

function MeaningSelect({
  label,
  value,
  choices,
  isDisabled = false,
  onChange,
}: MeaningSelectProps) {
  // The present value is shown even if it is no longer one of the choices.
  const known = choices.some((choice) => choice.value === value);
  const shown = known ? choices : [{ value, label: value }, ...choices];
  return (
    <SingleSelect
      aria-label={label}
      size="S"
      value={value}
      disabled={isDisabled}
      onChange={(chosen) => onChange(String(chosen))}
    >
      {shown.map((choice) => (
        <SingleSelectOption key={choice.value} value={choice.value}>
          {choice.label}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
}

interface NewWordProps extends WordTableProps {
  input: RefObject<HTMLInputElement>;
}

function NewWord({ table, choices, input }: NewWordProps) {
  const text = useText();
  const { draft, changeWords } = useSettingsForm();
  const { typed, type } = useTypedWords();
  const { word } = typed[table];
  const value = typed[table].value ?? choices[0]?.value ?? '';
  const canAdd = !isThere(draft, table, word);
  const add = () => {
    if (!canAdd) return;
    changeWords(table, { [normalWord(word)]: value });
    type(table, { word: '', value });
    // With nothing typed, the button takes none.
    input.current?.focus();
  };
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      <TextInput
        ref={input}
        aria-label={text(`${table}.new`)}
        placeholder={text(`${table}.new`)}
        size="S"
        value={word}
        onChange={(event: { target: { value: string } }) =>
          type(table, { word: event.target.value, value })
        }
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'Enter') return;
          // It would save all settings.
          event.preventDefault();
          add();
        }}
      />
      <MeaningSelect
        label={text(`${table}.value`)}
        value={value}
        choices={choices}
        onChange={(chosen) => type(table, { word, value: chosen })}
      />
      <Button size="S" variant="secondary" startIcon={<Plus />} disabled={!canAdd} onClick={add}>
        {text('words.add')}
      </Button>
    </Flex>
  );
}
