import { Flex, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { DELIVERY_STATES, type DeliveryState } from '../../../../shared/deliveries';
import { useFormat } from '../../utils/format';
import { useText } from '../../utils/text';

/** States whose deliveries wait for somebody. */
const ALARMING: Partial<Record<DeliveryState, 'warning700' | 'danger700'>> = {
  parked: 'warning700',
  failed: 'danger700',
  quarantined: 'warning700',
};

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr));
  gap: ${({ theme }) => theme.spaces[3]};
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
`;

interface StateCountsProps {
  counts: Record<DeliveryState, number>;
  chosen: DeliveryState | null;
  /** Null takes the choice back. */
  onChoose: (state: DeliveryState | null) => void;
}

/** How many deliveries are in each state; each count narrows the list down to its own. */
export function StateCounts({ counts, chosen, onChoose }: StateCountsProps) {
  const text = useText();
  const format = useFormat();
  return (
    <Tiles aria-label={text('log.counts')}>
      {DELIVERY_STATES.map((state) => (
        <li key={state}>
          <Tile
            type="button"
            aria-pressed={chosen === state}
            onClick={() => onChoose(chosen === state ? null : state)}
          >
            <Flex direction="column" alignItems="flex-start">
              <Typography
                variant="beta"
                textColor={(counts[state] > 0 && ALARMING[state]) || 'neutral800'}
              >
                {format.number(counts[state])}
              </Typography>
              <Typography variant="pi" textColor="neutral600">
                {text(`state.${state}`)}
              </Typography>
            </Flex>
          </Tile>
        </li>
      ))}
    </Tiles>
  );
}
