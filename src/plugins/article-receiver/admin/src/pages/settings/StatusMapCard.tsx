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
import { EFFECTS, type Effect } from '../../../../shared/settings';
import { Card } from '../../components/Card';
import { SimpleTable } from '../../components/SimpleTable';
import { useText } from '../../utils/text';
import { isFixed } from './settings-paths';
import { useSettingsForm } from './settings-form';

/** What each status word of the service does to an article. */
export function StatusMapCard() {
  const text = useText();
  const { answer, draft, errors, change } = useSettingsForm();
  const { statusMap } = draft;
  const problem = Object.entries(errors).find(([path]) => path.startsWith('statusMap'));
  const words = Object.entries(statusMap);
  return (
    <Card title={text('settings.statusMap')}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Typography textColor="neutral600">{text('settings.statusMap.hint')}</Typography>
        {problem && <Typography textColor="danger600">{problem.join(': ')}</Typography>}
        {words.length > 0 && (
          <SimpleTable
            headers={[text('statusMap.word'), text('statusMap.effect'), text('tokens.actions')]}
            rows={words.map(([word, effect]) => {
              const isSet = isFixed(answer.fixed, `statusMap.${word}`);
              return [
                <code key="word">{word}</code>,
                <EffectSelect
                  key="effect"
                  label={text('statusMap.effectOf', { word })}
                  value={effect}
                  isDisabled={isSet}
                  onChange={(chosen) => change('statusMap', { ...statusMap, [word]: chosen })}
                />,
                isSet ? (
                  <Badge key="fixed" textColor="neutral800">
                    {text('settings.fixed')}
                  </Badge>
                ) : (
                  <IconButton
                    key="remove"
                    label={text('statusMap.remove', { word })}
                    variant="ghost"
                    onClick={() =>
                      change(
                        'statusMap',
                        Object.fromEntries(words.filter(([other]) => other !== word)),
                      )
                    }
                  >
                    <Trash />
                  </IconButton>
                ),
              ];
            })}
          />
        )}
        <NewWord
          taken={Object.keys(statusMap)}
          onAdd={(word, effect) => change('statusMap', { ...statusMap, [word]: effect })}
        />
      </Flex>
    </Card>
  );
}

interface EffectSelectProps {
  label: string;
  value: Effect;
  isDisabled?: boolean;
  onChange: (effect: Effect) => void;
}

function EffectSelect({ label, value, isDisabled = false, onChange }: EffectSelectProps) {
  const text = useText();
  return (
    <SingleSelect
      aria-label={label}
      size="S"
      value={value}
      disabled={isDisabled}
      onChange={(chosen) => onChange(EFFECTS.find((effect) => effect === chosen) ?? value)}
    >
      {EFFECTS.map((effect) => (
        <SingleSelectOption key={effect} value={effect}>
          {text(`effect.${effect}`)}
        </SingleSelectOption>
      ))}
    </SingleSelect>
  );
}

interface NewWordProps {
  taken: string[];
  onAdd: (word: string, effect: Effect) => void;
}

function NewWord({ taken, onAdd }: NewWordProps) {
  const text = useText();
  const [word, setWord] = useState('');
  const [effect, setEffect] = useState<Effect>('draft');
  // The words' letter case does not matter.
  const wanted = word.trim().toLowerCase();
  const isTaken = taken.some((one) => one.toLowerCase() === wanted);
  return (
    <Flex gap={2} wrap="wrap" alignItems="center">
      <TextInput
        aria-label={text('statusMap.new')}
        placeholder={text('statusMap.new')}
        size="S"
        value={word}
        onChange={(event: { target: { value: string } }) => setWord(event.target.value)}
      />
      <EffectSelect label={text('statusMap.effect')} value={effect} onChange={setEffect} />
      <Button
        size="S"
        variant="secondary"
        startIcon={<Plus />}
        disabled={wanted === '' || isTaken}
        onClick={() => {
          onAdd(wanted, effect);
          setWord('');
        }}
      >
        {text('statusMap.add')}
      </Button>
    </Flex>
  );
}
