import { Flex, Typography } from '@strapi/design-system';
import type { ArticlePage } from '../../../shared/articles/pages';
import { PageState } from '../components/PageState';
import { useRefresh } from '../hooks/use-refresh';
import { useGetReceiverArticleQuery } from '../services/articles';
import { useText } from '../wording/text';

interface PageCheckProps {
  documentId: string;
  page: ArticlePage | null;
  mayLookAgain: boolean;
}

/** How the page at the article's address is; nothing where nobody looks at it. */
export function PageCheck({ documentId, page, mayLookAgain }: PageCheckProps) {
  const text = useText();
  const isDue = page?.isDue ?? false;
  useGetReceiverArticleQuery(documentId, { ...useRefresh(isDue), skip: !isDue });
  if (page === null) return null;
  const { state } = page;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Typography variant="sigma" textColor="neutral600" tag="h3">
        {text('page.title')}
      </Typography>
      <Typography textColor={state === 'wrong' ? 'danger600' : 'neutral800'}>
        {text(`page.${state}`)}
      </Typography>
      <PageState documentId={documentId} page={page} mayLookAgain={mayLookAgain} />
    </Flex>
  );
}
