import type { ReactNode } from 'react';
import { Box, Flex } from '@strapi/design-system';
import { TitleLink } from '../../components/TitleLink';
import { addressOfArticle } from '../../utils/addresses';
import { useText } from '../../wording/text';

interface ReportedProps {
  article: {
    documentId: string;
    contentType: string;
    locale: string | null;
    title: string | null;
  };
  /** What is wrong with it. */
  children: ReactNode;
}

/** An article with which something is not right. */
export function Reported({ article, children }: ReportedProps) {
  const text = useText();
  return (
    <Box tag="li" padding={4} borderColor="neutral150" style={{ borderWidth: '0 0 1px' }}>
      <Flex direction="column" alignItems="stretch" gap={3}>
        <TitleLink to={addressOfArticle(article) ?? ''}>
          {article.title ?? text('log.untitled')}
        </TitleLink>
        {children}
      </Flex>
    </Box>
  );
}
