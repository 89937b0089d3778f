import { Box, Flex, Grid, Modal, TextButton, Typography } from '@strapi/design-system';
import type { SuggestionSummary } from '../../../shared/suggestions';
import { useText } from '../utils/text';
import { comparedLines, type Line } from './compared-lines';
import { fieldName, valueText } from './suggestion-text';

/** Both values in full, side by side, with the lines marked that only one of them has. */
export function CompareModal({ suggestion }: { suggestion: SuggestionSummary }) {
  const text = useText();
  const { field, value, current, labels } = suggestion;
  const { left, right } = comparedLines(valueText(current, labels), valueText(value, labels));
  return (
    <Modal.Root>
      <Modal.Trigger>
        <TextButton>{text('suggestion.compare')}</TextButton>
      </Modal.Trigger>
      <Modal.Content style={{ maxWidth: '120rem', width: '90vw' }}>
        <Modal.Header closeLabel={text('close')}>
          <Modal.Title>{fieldName(field)}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Grid.Root gap={6}>
            <Column label={text('suggestion.yours')} lines={left} mark="danger100" />
            <Column label={text('suggestion.offered')} lines={right} mark="success100" />
          </Grid.Root>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface ColumnProps {
  label: string;
  lines: Line[];
  mark: 'danger100' | 'success100';
}

function Column({ label, lines, mark }: ColumnProps) {
  return (
    <Grid.Item col={6} s={12} direction="column" alignItems="stretch" justifyContent="flex-start">
      <Typography variant="sigma" textColor="neutral600" tag="h3">
        {label}
      </Typography>
      <Flex direction="column" alignItems="stretch" paddingTop={2}>
        {lines.map(({ text, isOwn }, index) => (
          <Box
            key={index}
            tag={isOwn ? 'mark' : 'div'}
            background={isOwn ? mark : 'neutral0'}
            paddingLeft={2}
            paddingRight={2}
          >
            <Typography
              textColor="neutral800"
              style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {text || '\u00a0'}
            </Typography>
          </Box>
        ))}
      </Flex>
    </Grid.Item>
  );
}
