import type { ReactNode } from 'react';
import { AttentionCell, type ListedArticle } from './AttentionCell';

/** The attribute that says whether something of an article waits for a person. */
const ATTRIBUTE = 'needsAttention';

interface ListHeader {
  name: string;
  cellFormatter?: (entry: ListedArticle) => ReactNode;
}

interface ListView {
  displayedHeaders: ListHeader[];
  layout: unknown;
}

/**
 * Shows what waits in words where Strapi would show a boolean. For the Content Manager's hook, which
 * calls it for the list of every type; only ours has the attribute.
 */
export function formatAttention({ displayedHeaders, layout }: ListView): ListView {
  return {
    displayedHeaders: displayedHeaders.map((header) =>
      header.name === ATTRIBUTE
        ? { ...header, cellFormatter: (entry) => <AttentionCell article={entry} /> }
        : header,
    ),
    layout,
  };
}
