import { useField } from '@strapi/strapi/admin';
import { Box, Field } from '@strapi/design-system';
import { FactValue } from '../components/facts/FactValue';
import type { FieldInputProps } from './input-props';

/** A JSON value that is there to be read: names and values, or a list; never typed over. */
export function FactsInput({ name, label, hint, labelAction }: FieldInputProps) {
  const { value, error } = useField(name);
  return (
    <Field.Root name={name} id={name} hint={hint} error={error}>
      <Field.Label action={labelAction}>{label}</Field.Label>
      <Box background="neutral100" hasRadius padding={3}>
        <FactValue value={value} />
      </Box>
      <Field.Hint />
      <Field.Error />
    </Field.Root>
  );
}
