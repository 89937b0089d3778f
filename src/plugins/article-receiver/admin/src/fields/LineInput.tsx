import { useField } from '@strapi/strapi/admin';
import { Field, TextInput } from '@strapi/design-system';
import type { FieldInputProps } from './input-props';

/** A text that is a line, however long: Strapi's own single line ends at 255 characters. */
export function LineInput(props: FieldInputProps) {
  const { name, label, hint, labelAction, placeholder, required = false, disabled } = props;
  const { value, error, onChange } = useField<string | null>(name);
  return (
    <Field.Root name={name} id={name} hint={hint} error={error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <TextInput
        type="text"
        placeholder={placeholder}
        disabled={disabled}
        value={value ?? ''}
        onChange={(event) => onChange(name, event.currentTarget.value)}
      />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
