import type { ReactNode } from 'react';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Box, EmptyStateLayout } from '@strapi/design-system';
import { AwayNotice } from '../../components/AwayNotice';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { isUnanswered } from '../../utils/unanswered';
import { useText, type TextId } from '../../wording/text';
import { Lines } from './Lines';
import { PageTabs } from '../PageTabs';

/** What was asked for, as queries of the store answer it. */
interface Answer<Data> {
  data?: Data;
  error?: unknown;
  isLoading: boolean;
  fulfilledTimeStamp?: number;
}

interface ListPageProps<Data> {
  title: TextId;
  hint: TextId;
  answer: Answer<Data>;
  /** What is said where there is nothing to list; null where another page is about to be shown. */
  empty: (data: Data) => TextId | null;
  /** The ways to other pages of the list. */
  pager: (data: Data) => ReactNode;
  children: (data: Data) => ReactNode;
}

/** A page with a list: while it loads, when it cannot be had or is old, where it is empty, and its pages. */
export function ListPage<Data extends { results: readonly unknown[] }>({
  title,
  hint,
  answer: { data, error, isLoading, fulfilledTimeStamp },
  empty,
  pager,
  children,
}: ListPageProps<Data>) {
  const text = useText();
  // A way to another page, or a row, may be gone once it was pressed.
  const place = useKeepFocus(fulfilledTimeStamp === undefined ? null : String(fulfilledTimeStamp));
  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;
  const nothing = data.results.length === 0 ? empty(data) : null;
  return (
    <Page.Main>
      <Page.Title>{text(title)}</Page.Title>
      <Layouts.Header title={text('log.title')} subtitle={text(hint)} />
      <PageTabs />
      <Layouts.Content>
        {isUnanswered(error) && fulfilledTimeStamp !== undefined && (
          <AwayNotice since={fulfilledTimeStamp} isApart />
        )}
        <div {...place}>
          {data.results.length > 0 && children(data)}
          {nothing !== null && (
            <EmptyStateLayout shadow="tableShadow" hasRadius content={text(nothing)} />
          )}
        </div>
        {pager(data)}
      </Layouts.Content>
    </Page.Main>
  );
}

/** The rows of a list, named after what they are. */
export function Rows({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow">
      <Lines aria-label={name}>{children}</Lines>
    </Box>
  );
}
