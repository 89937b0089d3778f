import { Layouts, Page, Pagination, useQueryParams } from '@strapi/strapi/admin';
import { Box, EmptyStateLayout, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { PlannedItem } from '../../../../shared/planned';
import { useGetReceiverPlannedQuery } from '../../services/waiting';
import { addressOfArticle } from '../../utils/addresses';
import { useFormat } from '../../utils/format';
import { useText } from '../../utils/text';
import { PageTabs } from '../PageTabs';
import { ListLine } from './ListLine';

/** What goes online by itself, day by day, the earliest first. */
export function PlannedPage() {
  const text = useText();
  const [{ query }] = useQueryParams<{ page?: string; pageSize?: string }>();
  const { page = '1', pageSize = '20' } = query;
  const { data, isLoading } = useGetReceiverPlannedQuery(
    { page, pageSize },
    { refetchOnMountOrArgChange: true },
  );
  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;
  const { isOn, results, pagination } = data;
  return (
    <Page.Main>
      <Page.Title>{text('tabs.planned')}</Page.Title>
      <Layouts.Header title={text('log.title')} subtitle={text('planned.hint')} />
      <PageTabs />
      <Layouts.Content>
        {results.length === 0 ? (
          <EmptyStateLayout
            shadow="tableShadow"
            hasRadius
            content={text(isOn ? 'planned.empty' : 'planned.off')}
          />
        ) : (
          <>
            {daysOf(results).map(([day, items]) => (
              <Day key={day} day={day} items={items} />
            ))}
            <Pagination.Root {...pagination} defaultPageSize={20}>
              <Pagination.PageSize options={['20', '50', '100']} />
              <Pagination.Links />
            </Pagination.Root>
          </>
        )}
      </Layouts.Content>
    </Page.Main>
  );
}

/** The articles of each day; they come in order. */
function daysOf(items: readonly PlannedItem[]): [string, PlannedItem[]][] {
  const days = new Map<string, PlannedItem[]>();
  for (const item of items) days.set(item.day, [...(days.get(item.day) ?? []), item]);
  return [...days];
}

function Day({ day, items }: { day: string; items: readonly PlannedItem[] }) {
  const text = useText();
  const format = useFormat();
  const name = format.day(day);
  return (
    <Box paddingBottom={6}>
      <Box paddingBottom={2}>
        <Typography variant="sigma" tag="h2" textColor="neutral600">
          {name}
        </Typography>
      </Box>
      <Box tag="ul" background="neutral0" hasRadius shadow="tableShadow" aria-label={name}>
        {items.map((item) => (
          <ListLine key={item.documentId} at={item.at} action={null}>
            <Link tag={NavLink} to={addressOfArticle(item) ?? ''}>
              {item.title ?? text('log.untitled')}
            </Link>
          </ListLine>
        ))}
      </Box>
    </Box>
  );
}
