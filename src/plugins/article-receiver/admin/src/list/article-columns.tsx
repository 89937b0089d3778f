import type { ReactNode } from 'react';
import { Typography } from '@strapi/design-system';
import { isArticle, labelHeaders } from '../fields/labels';
import { message } from '../wording/text';
import { useFormat } from '../wording/format';
import { AttentionCell, type ListedArticle } from './AttentionCell';

type Cell = (entry: ListedArticle) => ReactNode;

interface ListHeader {
  name: string;
  label: unknown;
  cellFormatter?: Cell;
}

export interface ListView {
  displayedHeaders: ListHeader[];
  layout: { options?: Record<string, unknown> };
}

/**
 * What Strapi would show as a boolean is said in words, and dates are short: written out they leave no
 * room for the status.
 */
const CELLS: Record<string, Cell> = {
  needsAttention: (entry) => <AttentionCell article={entry} />,
  campaign: (entry) => <Name of={entry.campaign} />,
  plannedForDate: (entry) => <Day date={entry.plannedForDate} />,
  frontmatterDate: (entry) => <Day date={entry.frontmatterDate} />,
  createdAt: (entry) => <Moment at={entry.createdAt} />,
  updatedAt: (entry) => <Moment at={entry.updatedAt} />,
  publishedAt: (entry) => <Moment at={entry.publishedAt} />,
  sourceCreatedAt: (entry) => <Moment at={entry.sourceCreatedAt} />,
  sourceUpdatedAt: (entry) => <Moment at={entry.sourceUpdatedAt} />,
};

/**
 * The columns of the list of articles. For the Content Manager's hook, which calls it for the list
 * of every type: others keep theirs.
 */
export function formatColumns({ displayedHeaders, layout }: ListView, locale: string): ListView {
  if (!isArticle(layout)) return { displayedHeaders, layout };
  const headers = labelHeaders(displayedHeaders, locale).map((header) => {
    const cellFormatter = CELLS[header.name];
    const label = header.name === 'needsAttention' ? message('list.attention') : header.label;
    return cellFormatter ? { ...header, label, cellFormatter } : header;
  });
  return { displayedHeaders: headers, layout };
}

function Day({ date }: { date?: string | null }) {
  const format = useFormat();
  if (!date) return <Nothing />;
  return (
    <Typography textColor="neutral800">
      <time dateTime={date} title={format.day(date)}>
        {format.nearDay(date)}
      </time>
    </Typography>
  );
}

function Moment({ at }: { at?: string | null }) {
  const format = useFormat();
  if (!at) return <Nothing />;
  return (
    <Typography textColor="neutral800">
      <time dateTime={at} title={format.instant(at, 'medium')}>
        {format.near(at)}
      </time>
    </Typography>
  );
}

const Nothing = () => <Typography textColor="neutral600">–</Typography>;

/** As wide as most names are: the status has to be seen at a glance. */
function Name({ of }: { of: unknown }) {
  const name = typeof of === 'object' && of !== null && 'name' in of ? of.name : null;
  if (typeof name !== 'string') return <Nothing />;
  return (
    <Typography
      textColor="neutral800"
      ellipsis
      title={name}
      style={{ maxWidth: '10rem' }}
      tag="div"
    >
      {name}
    </Typography>
  );
}
