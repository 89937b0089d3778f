import { Flex } from '@strapi/design-system';
import { styled } from 'styled-components';

/** A text or a link in one line, however long it is; give it the whole text as its `title`. */
export const OneLine = styled(Flex)`
  width: 100%;

  > * {
    min-width: 0;
  }

  /* Of a link only the words: the frame around one that has the focus is outside of it. */
  > span,
  > a > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
