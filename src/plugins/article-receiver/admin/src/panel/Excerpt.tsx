import { Box, Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../wording/text';

/** What is offered has an edge, too: in the dark theme grounds are the same. */
const Value = styled(Box)<{ $isNew: boolean }>`
  border-radius: ${({ theme }) => theme.borderRadius};
  border-inline-start: 3px solid
    ${({ theme, $isNew }) => theme.colors[$isNew ? 'success500' : 'neutral300']};
`;

interface ExcerptProps {
  label: string;
  value: string;
  isNew?: boolean;
}

/** The beginning of a field's value. */
export function Excerpt({ label, value, isNew = false }: ExcerptProps) {
  const text = useText();
  return (
    <Flex direction="column" alignItems="stretch" gap={1}>
      <Typography variant="pi" textColor="neutral600">
        {label}
      </Typography>
      <Value background={isNew ? 'success100' : 'neutral100'} $isNew={isNew} padding={2}>
        <Typography
          variant="pi"
          textColor="neutral800"
          dir="auto"
          style={{
            display: '-webkit-box',
            WebkitLineClamp: 3,
            WebkitBoxOrient: 'vertical',
            overflow: 'hidden',
            // Items of a list are lines; so are paragraphs, without the empty ones between.
            whiteSpace: 'pre-line',
            overflowWrap: 'anywhere',
          }}
        >
          {value.replace(/\n\s*\n/g, '\n') || text('suggestion.empty')}
        </Typography>
      </Value>
    </Flex>
  );
}
