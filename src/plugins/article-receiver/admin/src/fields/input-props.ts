import type { ReactNode } from 'react';

/** What the Content Manager gives to a custom field's input, as far as ours use it. */
export interface FieldInputProps {
  name: string;
  label: string;
  hint?: ReactNode;
  labelAction?: ReactNode;
  placeholder?: string;
  required?: boolean;
  disabled?: boolean;
}
