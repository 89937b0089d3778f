import { styled } from 'styled-components';

/**
 * A positioned box for visually hidden text, which is absolutely positioned. Without it, that text is placed
 * from the document's top, and the document grows beyond the window and gets a second scroll bar. As high as the
 * window, for what Strapi says in the middle of a page.
 */
export const Positioned = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  min-height: 100%;
`;
