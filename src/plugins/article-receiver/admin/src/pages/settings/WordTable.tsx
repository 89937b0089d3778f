import { useState } from 'react';
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

interface Choice {
  value: string;
  label: string;
}

interface WordTableProps {
  /** The setting, by which its texts are named, too. */
  table: 'statusMap' | 'languageMap';
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
          <Typography textColor="danger600">
            {[misfit.slice(table.length + 1), text('settings.misfit')].filter(Boolean).join(': ')}
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
        <NewWord
          table={table}
          choices={choices}
          taken={Object.keys(meanings)}
          onAdd={(word, value) => change(table, { ...meanings, [word]: value })}
        />
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
  taken: string[];
  onAdd: (word: string, value: string) => void;
}

function NewWord({ table, choices, taken, onAdd }: NewWordProps) {
  const text = useText();
  const [word, setWord] = useState('');
  const [value, setValue] = useState(choices[0]?.value ?? '');
  // The words' letter case does not matter.
  const wanted = word.trim().toLowerCase();
  const isTaken = taken.some((one) => one.toLowerCase() === wanted);
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      <TextInput
        aria-label={text(`${table}.new`)}
        placeholder={text(`${table}.new`)}
        size="S"
        value={word}
        onChange={(event: { target: { value: string } }) => setWord(event.target.value)}
      />
      <MeaningSelect
        label={text(`${table}.value`)}
        value={value}
        choices={choices}
        onChange={setValue}
      />
      <Button
        size="S"
        variant="secondary"
        startIcon={<Plus />}
        disabled={wanted === '' || isTaken}
        onClick={() => {
          onAdd(wanted, value);
          setWord('');
        }}
      >
        {text('words.add')}
      </Button>
    </Flex>
  );
}
