import { useTable } from '@strapi/strapi/admin';
import { Flex, Typography } from '@strapi/design-system';
import type { ArticleAttention } from '../../../shared/articles/articles';
import { Sign } from '../components/Sign';
import { useGetReceiverAttentionQuery } from '../services/articles';
import { useText } from '../wording/text';

/** An article in the Content Manager's list. */
export interface ListedArticle {
  documentId: string;
  needsAttention?: boolean | null;
  campaign?: unknown;
  plannedForDate?: string | null;
  frontmatterDate?: string | null;
  createdAt?: string | null;
  updatedAt?: string | null;
  publishedAt?: string | null;
  sourceCreatedAt?: string | null;
  sourceUpdatedAt?: string | null;
}

/** Whether something of an article waits for a person, and what it is. */
export function AttentionCell({ article }: { article: ListedArticle }) {
  const text = useText();
  const details = useAttentionOf(article.documentId);
  const isWaiting = article.needsAttention ?? details !== null;
  if (!isWaiting) return <Typography textColor="neutral600">–</Typography>;
  // One below the other: in a row they would push the status column out of sight.
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      {(details ?? [text('list.attention')]).map((words) => (
        <Sign key={words} tone="warning">
          {words}
        </Sign>
      ))}
    </Flex>
  );
}

/** What waits, in words; asked for once for all articles of the list. */
function useAttentionOf(documentId: string): string[] | null {
  const text = useText();
  const rows = useTable('AttentionCell', (table) => table.rows) as unknown as ListedArticle[];
  const waiting = rows.filter(mayWait).map((row) => row.documentId);
  const { data } = useGetReceiverAttentionQuery(waiting, {
    skip: waiting.length === 0,
  });
  const attention = data?.find((one) => one.documentId === documentId);
  return attention ? inWords(attention, text) : null;
}

/** Who may not read the field that says so has to ask. */
const mayWait = ({ needsAttention }: ListedArticle): boolean =>
  needsAttention === undefined || needsAttention === true;

function inWords(attention: ArticleAttention, text: ReturnType<typeof useText>): string[] | null {
  const { suggestions, held, failed, parked } = attention;
  const parts = [
    held && text('attention.held'),
    suggestions > 0 && text('suggestions.title', { count: suggestions }),
    failed && text('state.failed'),
    parked > 0 && !held && text('attention.parked'),
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts : null;
}
