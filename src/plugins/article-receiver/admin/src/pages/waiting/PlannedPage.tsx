import { Box, Typography } from '@strapi/design-system';
import type { PlannedItem } from '../../../../shared/articles/planned';
import { TitleLink } from '../../components/TitleLink';
import { useRefresh } from '../../hooks/use-refresh';
import { useGetReceiverPlannedQuery } from '../../services/waiting';
import { addressOfArticle } from '../../utils/addresses';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';
import { ListPage, Rows } from '../lists/ListPage';
import { isPastLast, NumberedPager, usePage } from '../lists/NumberedPager';
import { ListLine } from './ListLine';

/** What goes online by itself, day by day, the earliest first. */
export function PlannedPage() {
  const answer = useGetReceiverPlannedQuery(usePage(), {
    ...useRefresh(false),
    refetchOnMountOrArgChange: true,
  });
  return (
    <ListPage
      title="tabs.planned"
      hint="planned.hint"
      answer={answer}
      empty={({ isOn, pagination }) =>
        isPastLast(pagination) ? null : isOn ? 'planned.empty' : 'planned.off'
      }
      pager={({ pagination }) => <NumberedPager pagination={pagination} />}
    >
      {({ results }) =>
        daysOf(results).map(([day, items]) => <Day key={day} day={day} items={items} />)
      }
    </ListPage>
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
      <Rows name={name}>
        {items.map((item) => (
          <ListLine key={item.documentId} at={item.at} action={null} isPlan>
            <TitleLink to={addressOfArticle(item) ?? ''}>
              {item.title ?? text('log.untitled')}
            </TitleLink>
          </ListLine>
        ))}
      </Rows>
    </Box>
  );
}
