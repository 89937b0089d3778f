import { Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { SHOWN_STATES, type ShownState } from '../../../../shared/deliveries/deliveries';
import { COLOUR_SAYS_IT, PRESSED } from '../../components/forced-colours';
import { STATE_COLOURS } from '../../components/state-colours';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';

/** States whose deliveries wait for somebody. */
const ALARMING: ReadonlySet<ShownState> = new Set(['parked', 'failed', 'quarantined']);

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr));
  gap: ${({ theme }) => theme.spaces[3]};

  /* Where they do not fit side by side, no state stands alone in its row. */
  @media (max-width: 1079px) {
    grid-template-columns: repeat(4, 1fr);
  }

  /* On a phone, not even a word of theirs fits four times side by side. */
  @media (max-width: 519px) {
    grid-template-columns: repeat(2, 1fr);
  }
`;

const Tile = styled.button`
  width: 100%;
  text-align: start;
  padding: ${({ theme }) => `${theme.spaces[3]} ${theme.spaces[4]}`};
  background: ${({ theme }) => theme.colors.neutral0};
  border: 1px solid ${({ theme }) => theme.colors.neutral150};
  border-radius: ${({ theme }) => theme.borderRadius};
  box-shadow: ${({ theme }) => theme.shadows.tableShadow};
  cursor: pointer;

  &:hover {
    border-color: ${({ theme }) => theme.colors.primary200};
  }

  &[aria-pressed='true'] {
    background: ${({ theme }) => theme.colors.primary100};
    border-color: ${({ theme }) => theme.colors.primary600};
  }

  ${PRESSED}
`;

const Alarm = styled.span<{ $state: ShownState }>`
  width: 1rem;
  height: 1rem;
  border-radius: 50%;
  background: ${({ theme, $state }) => theme.colors[STATE_COLOURS[$state]]};
  ${COLOUR_SAYS_IT}
`;

interface StateCountsProps {
  counts: Record<ShownState, number>;
  chosen: ShownState | null;
  /** Null takes the choice back. */
  onChoose: (state: ShownState | null) => void;
}

/** How many deliveries are in each state; each count narrows the list down to its own. */
export function StateCounts({ counts, chosen, onChoose }: StateCountsProps) {
  const text = useText();
  const format = useFormat();
  return (
    <Tiles aria-label={text('log.counts')}>
      {SHOWN_STATES.map((state) => (
        <li key={state}>
          <Tile
            type="button"
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? null : state)}
          >
            <Flex direction="column" alignItems="flex-start">
              <Flex gap={2}>
                <Typography variant="beta" textColor="neutral800">
                  {format.number(counts[state])}
                </Typography>
                {counts[state] > 0 && ALARMING.has(state) && <Alarm $state={state} aria-hidden />}
              </Flex>
              <Typography variant="pi" textColor="neutral600">
                {text(`counted.${state}`, { count: counts[state] })}
              </Typography>
            </Flex>
          </Tile>
        </li>
      ))}
    </Tiles>
  );
}
