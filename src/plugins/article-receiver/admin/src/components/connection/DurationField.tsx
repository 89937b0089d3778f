import { Field, SingleSelect, SingleSelectOption } from '@strapi/design-system';
import { useText } from '../../wording/text';
import { namesOf } from './durations';

interface DurationFieldProps<Choice extends string> {
  name: 'lifetime' | 'overlap';
  durations: Record<Choice, number | null>;
  value: Choice;
  onChange: (chosen: Choice) => void;
}

/** Chooses one of some times, which have names. */
export function DurationField<Choice extends string>({
  name,
  durations,
  value,
  onChange,
}: DurationFieldProps<Choice>) {
  const text = useText();
  return (
    <Field.Root name={name}>
      <Field.Label>{text(`token.${name}`)}</Field.Label>
      <SingleSelect value={value} onChange={(chosen) => onChange(chosen as Choice)}>
        {namesOf(durations).map((choice) => (
          <SingleSelectOption key={choice} value={choice}>
            {text(`token.${name}.${choice}` as Parameters<typeof text>[0])}
          </SingleSelectOption>
        ))}
      </SingleSelect>
    </Field.Root>
  );
}
