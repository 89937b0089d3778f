import { Flex, Tooltip, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import type { CountedDay } from '../../../../../shared/deliveries/statistics';
import type { ShownState } from '../../../../../shared/deliveries/deliveries';
import { COLOUR_SAYS_IT, PRESSED } from '../../../components/forced-colours';
import { STATE_COLOURS } from '../../../components/state-colours';
import { useFormat } from '../../../wording/format';
import { useText } from '../../../wording/text';
import { chartBars, type Bar } from './chart-bars';
import { chartScale } from './chart-scale';
import type { Span } from '../day-filter';

const HEIGHT = '10rem';

const Plot = styled.div`
  display: grid;
  grid-template-columns: max-content 1fr;
  column-gap: ${({ theme }) => theme.spaces[2]};
  padding-block-start: ${({ theme }) => theme.spaces[2]};
`;

const Axis = styled.div`
  position: relative;
  height: ${HEIGHT};
`;

/** A number of the scale, its middle at its line. */
const Mark = styled.div<{ $share: number }>`
  display: flex;
  justify-content: flex-end;
  align-items: center;
  height: 0;

  &:not(:last-child) {
    margin-block-end: calc(${HEIGHT} * ${({ $share }) => $share});
  }
`;

const Field = styled.div`
  position: relative;
  height: ${HEIGHT};
`;

const Line = styled.div<{ $share: number }>`
  position: absolute;
  inset-inline: 0;
  inset-block-end: ${({ $share }) => $share * 100}%;
  border-block-end: 1px solid ${({ theme }) => theme.colors.neutral200};
`;

const Days = styled.ul`
  position: absolute;
  inset: 0;
  display: flex;

  & > li {
    flex: 1;
    min-width: 0;
  }
`;

/** The whole height answers to the pointer, not only what is coloured. */
const Day = styled.button`
  width: 100%;
  height: 100%;
  padding: 0;
  border: 0;
  background: none;
  display: flex;
  flex-direction: column-reverse;
  align-items: center;
  cursor: pointer;
  border-radius: ${({ theme }) => theme.borderRadius};

  &:hover,
  &[aria-pressed='true'] {
    background: ${({ theme }) => theme.colors.primary100};
    box-shadow: inset 0 0 0 1px ${({ theme }) => theme.colors.primary200};
  }

  ${PRESSED}
`;

const Piece = styled.span<{ $state: ShownState; $share: number }>`
  display: block;
  width: min(70%, 4rem);
  height: ${({ $share }) => $share * 100}%;
  background: ${({ theme, $state }) => theme.colors[STATE_COLOURS[$state]]};
  ${COLOUR_SAYS_IT}
`;

interface ChartPlotProps {
  days: CountedDay[];
  chosen: Span | null;
  onChoose: (span: Span | null) => void;
}

/** The bars, on a scale. Each tells its numbers on hover and focus, and narrows the list to its day. */
export function ChartPlot({ days, chosen, onChoose }: ChartPlotProps) {
  const text = useText();
  const format = useFormat();
  const { bars, highest } = chartBars(days);
  const lines = chartScale(highest);
  const top = lines.at(-1) ?? 1;
  return (
    <>
      <Plot role="group" aria-label={text('chart.label', { most: highest })}>
        <Axis aria-hidden>
          {[...lines].reverse().map((line) => (
            <Mark key={line} $share={1 / (lines.length - 1)}>
              <Typography variant="pi" textColor="neutral600" lineHeight="1">
                {format.number(line)}
              </Typography>
            </Mark>
          ))}
        </Axis>
        <Field>
          {lines.map((line) => (
            <Line key={line} $share={line / top} />
          ))}
          <Days>
            {bars.map((bar, index) => (
              <li key={bar.day}>
                <DayBar
                  bar={bar}
                  share={highest / top}
                  day={days[index]}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </Days>
        </Field>
      </Plot>
      <Flex justifyContent="space-between" paddingTop={2}>
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
  );
}

interface DayBarProps extends Omit<ChartPlotProps, 'days'> {
  bar: Bar;
  /** What the busiest day has of the height. */
  share: number;
  day: CountedDay | undefined;
}

function DayBar({
  bar: { day: name, total, segments },
  share,
  day,
  chosen,
  onChoose,
}: DayBarProps) {
  const text = useText();
  const format = useFormat();
  const parts = segments.map(({ state, count }) =>
    text('chart.part', { state: text(`state.${state}`), count: format.number(count) }),
  );
  const head = text('chart.total', { day: format.day(name), count: total });
  const isChosen = chosen !== null && chosen.from === day?.from && chosen.to === day.to;
  const label = (
    <>
      {[head, ...parts].map((line) => (
        <div key={line}>{line}</div>
      ))}
    </>
  );
  return (
    <Tooltip label={label} delayDuration={0}>
      <Day
        type="button"
        aria-pressed={isChosen}
        aria-label={[head, ...parts].join('; ')}
        onClick={() => day && onChoose(isChosen ? null : { from: day.from, to: day.to })}
      >
        {segments.map(({ state, from, to }) => (
          <Piece key={state} $state={state} $share={(to - from) * share} />
        ))}
      </Day>
    </Tooltip>
  );
}
