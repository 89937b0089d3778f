import type { ReactNode } from 'react';
import { Box, Flex, Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
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
        <Link
          tag={NavLink}
          to={addressOfArticle(article) ?? ''}
          dir="auto"
          style={{ overflowWrap: 'anywhere' }}
        >
          {article.title ?? text('log.untitled')}
        </Link>
        {children}
      </Flex>
    </Box>
  );
}
