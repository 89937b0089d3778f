import { styled } from 'styled-components';

/**
 * What is hidden from sight is positioned. Without a positioned parent its place is taken from the
 * document, which then grows beyond the window and gets a scroll bar of its own.
 */
export const Positioned = styled.div`
  position: relative;
`;
