import { useField } from '@strapi/strapi/admin';
import { Field, JSONInput } from '@strapi/design-system';
import type { FieldInputProps } from './input-props';

interface RawJsonProps extends Pick<FieldInputProps, 'name' | 'disabled'> {
  minHeight?: string;
}

/** Any JSON value as its text, inside a field's root. */
export function RawJson({ name, disabled, minHeight = '12rem' }: RawJsonProps) {
  const { value, onChange } = useField(name);
  return (
    <JSONInput
      id={name}
      disabled={disabled}
      minHeight={minHeight}
      maxHeight="40rem"
      value={typeof value === 'string' ? value : (JSON.stringify(value ?? null, null, 2) ?? '')}
      onChange={(text) => onChange(name, text === '' ? null : text)}
    />
  );
}

/** A JSON value that none of the other inputs can show. */
export function RawJsonInput(props: FieldInputProps) {
  const { name, label, hint, labelAction, required = false, disabled } = props;
  const { error } = useField(name);
  return (
    <Field.Root name={name} id={name} hint={hint} error={error} required={required}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <RawJson name={name} disabled={disabled} />
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
