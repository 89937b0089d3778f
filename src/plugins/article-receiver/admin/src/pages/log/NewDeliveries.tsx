import { Button } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useText } from '../../wording/text';

/** Above everything, wherever on the page somebody is. */
const InSight = styled.div`
  position: fixed;
  inset-block-end: 2.4rem;
  inset-inline: 0;
  z-index: 4;
  display: flex;
  justify-content: center;
  pointer-events: none;

  & > button {
    pointer-events: auto;
    border-radius: 2rem;
    box-shadow: ${({ theme }) => theme.shadows.popupShadow};
  }
`;

interface NewDeliveriesProps {
  count: number;
  onShow: () => void;
}

/** How many deliveries came in while the list stood still, and the way to them. */
export function NewDeliveries({ count, onShow }: NewDeliveriesProps) {
  const text = useText();
  return (
    <div role="status">
      {count > 0 && (
        <InSight>
          <Button onClick={onShow}>{text('log.waiting', { count })}</Button>
        </InSight>
      )}
    </div>
  );
}
