import { useTable } from '@strapi/strapi/admin';
import { Badge, Typography } from '@strapi/design-system';
import type { ArticleAttention } from '../../../shared/articles';
import { useMay } from '../permissions';
import { useGetReceiverAttentionQuery } from '../services/articles';
import { useText } from '../utils/text';

/** An article in the Content Manager's list. */
export interface ListedArticle {
  documentId: string;
  needsAttention?: boolean | null;
}

/** Whether something of an article waits for a person, and what it is. */
export function AttentionCell({ article }: { article: ListedArticle }) {
  const text = useText();
  const details = useAttentionOf(article.documentId);
  if (!article.needsAttention) return <Typography textColor="neutral600">–</Typography>;
  return (
    <Badge textColor="neutral800" backgroundColor="warning200" title={details ?? undefined}>
      {details ?? text('attention.some')}
    </Badge>
  );
}

/** What waits, in words; asked for once for all articles of the list. */
function useAttentionOf(documentId: string): string | null {
  const text = useText();
  const may = useMay();
  const rows = useTable('AttentionCell', (table) => table.rows) as unknown as ListedArticle[];
  const waiting = rows.filter(({ needsAttention }) => needsAttention).map((row) => row.documentId);
  const { data } = useGetReceiverAttentionQuery(waiting, {
    skip: !may.read || waiting.length === 0,
  });
  const attention = data?.find((one) => one.documentId === documentId);
  return attention ? inWords(attention, text) : null;
}

function inWords(attention: ArticleAttention, text: ReturnType<typeof useText>): string | null {
  const { suggestions, held, failed, parked } = attention;
  const parts = [
    held && text('attention.held'),
    suggestions > 0 && text('suggestions.title', { count: suggestions }),
    failed && text('state.failed'),
    parked > 0 && !held && text('state.parked'),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : null;
}
