import { styled } from 'styled-components';
import { COLOUR_SAYS_IT } from './forced-colours';

const Track = styled.div`
  width: 100%;
  height: 0.8rem;
  overflow: hidden;
  border-radius: 0.4rem;
  background: ${({ theme }) => theme.colors.neutral200};
  ${COLOUR_SAYS_IT}
`;

const Done = styled.div`
  height: 100%;
  background: ${({ theme }) => theme.colors.primary600};
  transition: width 0.3s;
`;

interface ProgressProps {
  label: string;
  percent: number;
}

/** How much is done: Strapi's own bar fills with the lighter of its colours, as if it emptied. */
export function Progress({ label, percent }: ProgressProps) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <Done style={{ width: `${percent}%` }} />
    </Track>
  );
}
