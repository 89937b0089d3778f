import { useState, type ReactNode } from 'react';
import { useField } from '@strapi/strapi/admin';
import { Accordion, Box, Field, Tabs } from '@strapi/design-system';
import { useText } from '../wording/text';
import type { FieldInputProps } from './input-props';

interface FoldedFieldProps extends FieldInputProps {
  /** What it holds, in a line, while it is folded. */
  summary: string;
  preview: ReactNode;
  /** Shown inside the field's root. */
  editor: ReactNode;
}

/** A field that few have to see: folded, and unfolded first as what others make of it. */
export function FoldedField({ summary, preview, editor, ...props }: FoldedFieldProps) {
  const { name, label, hint, labelAction, required = false } = props;
  const text = useText();
  const { error } = useField(name);
  const [open, setOpen] = useState('');
  // Opens where a value inside is wrong.
  const shown = error ? name : open;
  return (
    <Field.Root name={name} id={name} hint={hint} error={error} required={required}>
      <Accordion.Root size="M" value={shown} onValueChange={setOpen} collapsible>
        <Accordion.Item value={name}>
          <Accordion.Header>
            <Accordion.Trigger description={summary}>{label}</Accordion.Trigger>
            {labelAction && <Accordion.Actions>{labelAction}</Accordion.Actions>}
          </Accordion.Header>
          <Accordion.Content>
            <Box padding={4} background="neutral0">
              <Tabs.Root defaultValue={error ? 'edit' : 'preview'} variant="simple">
                <Tabs.List aria-label={label}>
                  <Tabs.Trigger value="preview">{text('folded.preview')}</Tabs.Trigger>
                  <Tabs.Trigger value="edit">{text('folded.edit')}</Tabs.Trigger>
                </Tabs.List>
                <Tabs.Content value="preview">
                  <Box paddingTop={4}>{preview}</Box>
                </Tabs.Content>
                <Tabs.Content value="edit">
                  <Box paddingTop={4}>{editor}</Box>
                </Tabs.Content>
              </Tabs.Root>
              <Field.Hint />
              <Field.Error />
            </Box>
          </Accordion.Content>
        </Accordion.Item>
      </Accordion.Root>
    </Field.Root>
  );
}
