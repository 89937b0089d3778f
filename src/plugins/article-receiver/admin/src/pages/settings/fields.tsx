import type { ReactNode } from 'react';
import {
  Badge,
  darkTheme,
  Field,
  Flex,
  NumberInput,
  SingleSelect,
  SingleSelectOption,
  Textarea,
  TextInput,
} from '@strapi/design-system';
import { styled } from 'styled-components';
import { OnOff } from './OnOff';
import { useFormat } from '../../wording/format';
import { useText, type TextId } from '../../wording/text';
import { useSetting } from './settings-form';

const DARK_GROUND = darkTheme.colors.neutral0;

/** The largest delay of a timer, in milliseconds, and what is beyond it. */
const MACHINE_LIMIT = 2 ** 31 - 1;

interface SettingFieldProps {
  path: string;
  label: TextId;
  hint?: string;
  children: ReactNode;
}

/** A setting's name, what it means, what is wrong with it, and whether the site's files fix it. */
export function SettingField({ path, label, hint, children }: SettingFieldProps) {
  const text = useText();
  const { isRefused, isFixed } = useSetting(path);
  // Shown instead of the hint, so it repeats what the hint says.
  const error = isRefused && [text('settings.misfit'), hint].filter(Boolean).join(' ');
  return (
    <Field.Root name={path} error={error} hint={hint}>
      <Flex gap={2} wrap="wrap">
        <Field.Label style={{ whiteSpace: 'normal' }}>{text(label)}</Field.Label>
        {isFixed && <Badge textColor="neutral800">{text('settings.fixed')}</Badge>}
      </Flex>
      {children}
      <Field.Error />
      <Field.Hint />
    </Field.Root>
  );
}

interface PlainProps {
  path: string;
  label: TextId;
  hint?: TextId;
}

/** On or off. */
export function SwitchField({ path, label, hint }: PlainProps) {
  const text = useText();
  const { value, isFixed, change } = useSetting(path);
  return (
    <SettingField path={path} label={label} hint={hint && text(hint)}>
      <OnOff label={text(label)} isOn={value === true} isDisabled={isFixed} onChange={change} />
    </SettingField>
  );
}

interface NumberFieldProps extends PlainProps {
  /** What one of the shown unit is in the setting's own. */
  scale?: number;
  /** What the setting becomes from what was typed; null where the field was emptied. */
  toValue?: (value: number | null) => unknown;
  /** Where the number is, when the setting is more than it. */
  numberAt?: string;
}

/** A number in the shown unit, which may be a fraction: with no more digits than are told apart there. */
const shownIn = (value: number, scale: number): number => Number((value / scale).toFixed(3));

/** A number within the limits that the server names. */
export function NumberField({
  path,
  label,
  hint,
  scale = 1,
  toValue = (value) => value,
  numberAt = path,
}: NumberFieldProps) {
  const text = useText();
  const format = useFormat();
  const { change, isFixed } = useSetting(path);
  const { value, limits } = useSetting(numberAt);
  // No range is shown where the upper limit is only the largest number there is.
  const range = limits &&
    limits.max < MACHINE_LIMIT && {
      min: format.number(limits.min / scale),
      max: format.number(limits.max / scale),
    };
  const words = [hint && text(hint), range && text('settings.range', range)].filter(Boolean);
  return (
    <SettingField path={path} label={label} hint={words.join(' ')}>
      <NumberInput
        value={typeof value === 'number' ? shownIn(value, scale) : undefined}
        disabled={isFixed}
        onValueChange={(typed) =>
          change(toValue(typed === undefined ? null : Math.round(typed * scale)))
        }
      />
    </SettingField>
  );
}

/** A list, one item a line; an empty one is none. */
export function LinesField({ path, label, hint }: PlainProps) {
  const text = useText();
  const { value, isFixed, change } = useSetting(path);
  const lines = Array.isArray(value) ? value.map(String) : [];
  return (
    <SettingField path={path} label={label} hint={hint && text(hint)}>
      <Textarea
        value={lines.join('\n')}
        disabled={isFixed}
        rows={3}
        onChange={({ target }: { target: { value: string } }) => {
          const typed = target.value.split('\n').map((line) => line.trimStart());
          change(typed.every((line) => line === '') ? null : typed);
        }}
      />
    </SettingField>
  );
}

interface ChoiceFieldProps extends PlainProps {
  choices: readonly { value: string | boolean; label: TextId }[];
}

/** One of a few values. */
export function ChoiceField({ path, label, hint, choices }: ChoiceFieldProps) {
  const text = useText();
  const { value, isFixed, change } = useSetting(path);
  return (
    <SettingField path={path} label={label} hint={hint && text(hint)}>
      <SingleSelect
        value={String(value)}
        disabled={isFixed}
        onChange={(chosen) =>
          change(choices.find(({ value: one }) => String(one) === chosen)?.value)
        }
      >
        {choices.map((choice) => (
          <SingleSelectOption key={String(choice.value)} value={String(choice.value)}>
            {text(choice.label)}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </SettingField>
  );
}

/** The browser draws what is in it besides the text: dark on dark, if it is not told. */
const Typed = styled(TextInput)`
  color-scheme: ${({ theme }) => (theme.colors.neutral0 === DARK_GROUND ? 'dark' : 'light')};
`;

interface TextFieldProps extends PlainProps {
  type?: 'text' | 'time';
}

/** A line of text. */
export function TextField({ path, label, hint, type = 'text' }: TextFieldProps) {
  const text = useText();
  const { value, isFixed, change } = useSetting(path);
  return (
    <SettingField path={path} label={label} hint={hint && text(hint)}>
      <Typed
        type={type}
        value={typeof value === 'string' ? value : ''}
        disabled={isFixed}
        onChange={({ target }: { target: { value: string } }) => change(target.value || null)}
      />
    </SettingField>
  );
}
