import { css } from 'styled-components';

/**
 * For what its colour alone says, beside a text: with the system's few colours instead, as high contrast has
 * them, it would not be seen.
 */
export const COLOUR_SAYS_IT = css`
  forced-color-adjust: none;
`;

/** For a button that is pressed: grounds are all the same where the system chooses the colours. */
export const PRESSED = css`
  @media (forced-colors: active) {
    &[aria-pressed='true'] {
      outline: 3px solid Highlight;
      outline-offset: -3px;
    }
  }
`;
