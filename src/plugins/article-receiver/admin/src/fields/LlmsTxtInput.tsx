import { useField } from '@strapi/strapi/admin';
import { Box, Textarea, Typography } from '@strapi/design-system';
import { useText } from '../wording/text';
import { FoldedField } from './FoldedField';
import type { FieldInputProps } from './input-props';

/** The text that language models get instead of the page. */
export function LlmsTxtInput(props: FieldInputProps) {
  const { name, disabled } = props;
  const text = useText();
  const { value, onChange } = useField<string | null>(name);
  const firstLine = value?.split('\n').find((line) => line.trim() !== '');
  return (
    <FoldedField
      {...props}
      summary={firstLine ?? text('folded.empty')}
      preview={
        <Box
          background="neutral100"
          hasRadius
          padding={4}
          tabIndex={0}
          role="region"
          aria-label={text('folded.preview')}
          style={{ maxHeight: '40rem', overflow: 'auto' }}
        >
          <Typography
            tag="pre"
            textColor="neutral800"
            style={{ fontFamily: 'monospace', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
          >
            {value || text('folded.empty')}
          </Typography>
        </Box>
      }
      editor={
        <Textarea
          disabled={disabled}
          value={value ?? ''}
          minHeight="30rem"
          onChange={(event: { currentTarget: { value: string } }) =>
            onChange(name, event.currentTarget.value)
          }
        />
      }
    />
  );
}
