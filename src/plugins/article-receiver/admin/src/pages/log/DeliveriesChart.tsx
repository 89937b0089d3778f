import { useState } from 'react';
import { Box, Flex, TextButton, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { DELIVERY_STATES } from '../../../../shared/deliveries';
import type { Statistics } from '../../../../shared/statistics';
import { SimpleTable } from '../../components/SimpleTable';
import { STATE_COLOURS } from '../../components/state-colours';
import { useFormat } from '../../utils/format';
import { useText } from '../../utils/text';
import { chartBars, type Bar } from './chart-bars';

const HEIGHT = 100;
const STEP = 10;
const BAR = 7;

const Drawing = styled.svg`
  display: block;
  width: 100%;
  height: 8rem;
  border-block-end: 1px solid ${({ theme }) => theme.colors.neutral200};
`;

/** Deliveries by day and state: a drawing or, for whoever cannot see it, the numbers as a table. */
export function DeliveriesChart({ days }: { days: Statistics['days'] }) {
  const text = useText();
  const format = useFormat();
  const [isTable, setTable] = useState(false);
  const { bars, highest } = chartBars(days);
  const states = DELIVERY_STATES.filter((state) => days.some(({ counts }) => counts[state] > 0));
  const table = (
    <SimpleTable
      headers={[text('chart.day'), ...states.map((state) => text(`state.${state}`))]}
      rows={days.map(({ day, counts }) => [
        format.day(day),
        ...states.map((state) => format.number(counts[state])),
      ])}
    />
  );
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
        table
      ) : (
        <>
          <Chart bars={bars} label={text('chart.label', { most: highest })} />
          <Flex justifyContent="space-between" paddingTop={1}>
            {[days[0], days.at(-1)].map(
              (end) =>
                end && (
                  <Typography key={end.day} variant="pi" textColor="neutral600">
                    {format.day(end.day)}
                  </Typography>
                ),
            )}
          </Flex>
        </>
      )}
    </Box>
  );
}

function Chart({ bars, label }: { bars: Bar[]; label: string }) {
  const text = useText();
  const format = useFormat();
  return (
    <Drawing
      role="img"
      aria-label={label}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {bars.map(({ day, total, segments }, index) => (
        <g key={day}>
          <title>
            {[
              `${format.day(day)}: ${format.number(total)}`,
              ...segments.map(({ state, count }) =>
                text('chart.part', { state: text(`state.${state}`), count }),
              ),
            ].join('\n')}
          </title>
          {/* The whole height answers to the pointer, not only what is coloured. */}
          <rect x={index * STEP} y={0} width={STEP} height={HEIGHT} fill="transparent" />
          {segments.map(({ state, from, to }) => (
            <Segment
              key={state}
              $state={state}
              x={index * STEP + (STEP - BAR) / 2}
              width={BAR}
              y={(1 - to) * HEIGHT}
              height={(to - from) * HEIGHT}
            />
          ))}
        </g>
      ))}
    </Drawing>
  );
}

const Segment = styled.rect<{ $state: keyof typeof STATE_COLOURS }>`
  fill: ${({ theme, $state }) => theme.colors[STATE_COLOURS[$state]]};
`;

function Legend({ states }: { states: readonly (keyof typeof STATE_COLOURS)[] }) {
  const text = useText();
  return (
    <Flex tag="ul" gap={3} wrap="wrap">
      {states.map((state) => (
        <Flex key={state} tag="li" gap={1}>
          <Box background={STATE_COLOURS[state]} width="1rem" height="1rem" hasRadius />
          <Typography variant="pi" textColor="neutral600">
            {text(`state.${state}`)}
          </Typography>
        </Flex>
      ))}
    </Flex>
  );
}
