import { Box } from '@strapi/design-system';
import { styled } from 'styled-components';
import { Sign } from '../components/Sign';
import { useText } from '../wording/text';
import { useIsWaiting } from './waiting-signal';

/** From this width on, Strapi shows the panel itself. */
const Folded = styled(Box)`
  @media (min-width: 1080px) {
    display: none;
  }
`;

/** Beside the form's buttons, where the panel is folded away: something in it waits. */
export function FoldedBadge() {
  const text = useText();
  const isWaiting = useIsWaiting();
  if (!isWaiting) return null;
  return (
    <Folded>
      <Sign tone="warning">{text('attention.some')}</Sign>
    </Folded>
  );
}
