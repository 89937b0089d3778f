import { css, styled } from 'styled-components';

/** A list whose lines have their dates and buttons below each other, however long the words are. */
export const Lines = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto auto;

  > li {
    grid-column: 1 / -1;
  }
`;

/** A line of such a list: what it is about, a date, a button. */
export const LINE = css`
  display: grid;
  grid-template-columns: subgrid;
  align-items: center;

  > :first-child {
    padding-inline-end: ${({ theme }) => theme.spaces[4]};
  }

  @media (max-width: 519px) {
    row-gap: ${({ theme }) => theme.spaces[2]};

    > :first-child {
      grid-column: 1 / -1;
    }

    > :nth-child(2) {
      grid-column: 2;
    }
  }
`;
