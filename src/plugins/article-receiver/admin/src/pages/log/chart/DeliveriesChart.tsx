import { useState } from 'react';
import { styled } from 'styled-components';
import { Box, Flex, TextButton, Typography } from '@strapi/design-system';
import { SHOWN_STATES, type ShownState } from '../../../../../shared/deliveries/deliveries';
import type { CountedDay } from '../../../../../shared/deliveries/statistics';
import { COLOUR_SAYS_IT } from '../../../components/forced-colours';
import { SimpleTable } from '../../../components/facts/SimpleTable';
import { STATE_COLOURS } from '../../../components/state-colours';
import { useFormat } from '../../../wording/format';
import { useText } from '../../../wording/text';
import { ChartPlot } from './ChartPlot';
import type { Span } from '../day-filter';

const Ground = styled.span<{ $state: ShownState }>`
  width: 1rem;
  height: 1rem;
  border-radius: ${({ theme }) => theme.borderRadius};
  background: ${({ theme, $state }) => theme.colors[STATE_COLOURS[$state]]};
  ${COLOUR_SAYS_IT}
`;

interface DeliveriesChartProps {
  days: CountedDay[];
  /** The stretch of time that the list is narrowed down to. */
  chosen: Span | null;
  /** Null takes the choice back. */
  onChoose: (span: Span | null) => void;
}

const countOf = ({ counts, leftOut }: CountedDay, state: ShownState): number =>
  state === 'leftOut' ? leftOut : counts[state];

/** Deliveries by day and state: a chart whose days are filters, or the numbers as a table. */
export function DeliveriesChart({ days, chosen, onChoose }: DeliveriesChartProps) {
  const text = useText();
  const format = useFormat();
  const [isTable, setTable] = useState(false);
  const states = SHOWN_STATES.filter((state) => days.some((day) => countOf(day, state) > 0));
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={4} tag="section">
      <Flex justifyContent="space-between" gap={4} paddingBottom={3} wrap="wrap">
        <Typography variant="sigma" textColor="neutral600" tag="h2">
          {text('chart.title', { days: days.length })}
        </Typography>
        <Flex gap={4} wrap="wrap">
          {!isTable && <Legend states={states} />}
          <TextButton onClick={() => setTable(!isTable)}>
            {text(isTable ? 'chart.asChart' : 'chart.asTable')}
          </TextButton>
        </Flex>
      </Flex>
      {isTable ? (
        <SimpleTable
          headers={[text('chart.day'), ...states.map((state) => text(`state.${state}`))]}
          rows={days.map((day) => [
            format.day(day.day),
            ...states.map((state) => format.number(countOf(day, state))),
          ])}
        />
      ) : (
        <ChartPlot days={days} chosen={chosen} onChoose={onChoose} />
      )}
    </Box>
  );
}

function Legend({ states }: { states: readonly ShownState[] }) {
  const text = useText();
  return (
    <Flex tag="ul" gap={3} wrap="wrap">
      {states.map((state) => (
        <Flex key={state} tag="li" gap={1}>
          <Ground $state={state} />
          <Typography variant="pi" textColor="neutral600">
            {text(`state.${state}`)}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
}
