import { Field, Textarea } from '@strapi/design-system';
import { useText } from '../../wording/text';

const MAX_CHARACTERS = 500;

interface ReasonFieldProps {
  value: string;
  onChange: (reason: string) => void;
}

/** Why somebody decides against a delivery: it stays in its trace. */
export function ReasonField({ value, onChange }: ReasonFieldProps) {
  const text = useText();
  return (
    <Field.Root name="reason" required hint={text('discard.hint')}>
      <Field.Label>{text('discard.reason')}</Field.Label>
      <Textarea
        value={value}
        maxLength={MAX_CHARACTERS}
        onChange={(event: { target: { value: string } }) => onChange(event.target.value)}
      />
      <Field.Hint />
    </Field.Root>
  );
}
