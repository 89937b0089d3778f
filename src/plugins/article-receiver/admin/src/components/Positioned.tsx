import { styled } from 'styled-components';

/**
 * A positioned box for visually hidden text, which is absolutely positioned. Without it, that text is placed
 * from the document's top, and the document grows beyond the window and gets a second scroll bar.
 */
export const Positioned = styled.div`
  position: relative;
`;
