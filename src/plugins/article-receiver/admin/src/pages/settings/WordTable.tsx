import type { KeyboardEvent } from 'react';
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
import { Card } from '../../components/Card';
import { SimpleTable } from '../../components/SimpleTable';
import { useText } from '../../wording/text';
import { isFixed } from './settings-paths';
import { useSettingsForm } from './settings-form';
import { isThere, plainWord, useTypedWords, type WordSetting } from './typed-words';

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
  const { answer, draft, refused, change } = useSettingsForm();
  const meanings: Record<string, string> = draft[table];
  const misfit = [...refused].find((path) => path.startsWith(table));
  const words = Object.entries(meanings);
  const without = (gone: string) =>
    change(table, Object.fromEntries(words.filter(([word]) => word !== gone)));
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
                  onChange={(chosen) => change(table, { ...meanings, [word]: chosen })}
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
        <NewWord table={table} choices={choices} />
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

function NewWord({ table, choices }: WordTableProps) {
  const text = useText();
  const { draft, change } = useSettingsForm();
  const { typed, type } = useTypedWords();
  const { word } = typed[table];
  const value = typed[table].value ?? choices[0]?.value ?? '';
  const canAdd = !isThere(draft, table, word);
  const add = () => {
    if (!canAdd) return;
    change(table, { ...draft[table], [plainWord(word)]: value });
    type(table, { word: '', value });
  };
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      <TextInput
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
