import { Widget } from '@strapi/strapi/admin';
import { Flex, Grid, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import type { DeliveryState } from '../../../shared/deliveries/deliveries';
import { useRefresh } from '../hooks/use-refresh';
import { useStatistics } from '../hooks/use-statistics';
import { useGetReceiverDeliveriesQuery, useGetReceiverStatusQuery } from '../services/deliveries';
import { addressOfLog } from '../utils/addresses';
import { useFormat } from '../wording/format';
import { useText } from '../wording/text';

/** States that a site owner wants to hear about. */
const WATCHED = ['pending', 'parked', 'failed'] as const satisfies DeliveryState[];

/** Today's midnight where the administrator is. */
function startOfToday(): string {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}

/** The homepage widget: what came in today, what waits, and when the service was last heard of. */
export function DeliveriesWidget() {
  const text = useText();
  const format = useFormat();
  const { data: known } = useGetReceiverStatusQuery();
  const isBusy = (known?.counts.pending ?? 0) > 0;
  const refresh = { ...useRefresh(isBusy), refetchOnMountOrArgChange: true };
  const status = useGetReceiverStatusQuery(undefined, refresh);
  const newest = useGetReceiverDeliveriesQuery({ pageSize: 1 }, refresh);
  const statistics = useStatistics(isBusy);

  if (status.isLoading || newest.isLoading || statistics.isLoading) return <Widget.Loading />;
  if (!status.data || !newest.data || !statistics.data) return <Widget.Error />;
  const [last] = newest.data.results;
  if (!last) return <Widget.NoData>{text('widget.empty')}</Widget.NoData>;

  const { counts } = status.data;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} height="100%">
      <Grid.Root gap={3} tag="ul">
        <Count
          label={text('widget.today')}
          count={statistics.data.today.total}
          address={addressOfLog({ since: startOfToday() })}
        />
        {WATCHED.map((state) => (
          <Count
            key={state}
            label={text(`counted.${state}`, { count: counts[state] })}
            count={counts[state]}
            address={addressOfLog({ state })}
          />
        ))}
      </Grid.Root>
      <Typography variant="pi" textColor="neutral600">
        {text('widget.last', { age: format.age(last.receivedAt) })}
      </Typography>
    </Flex>
  );
}

interface CountProps {
  label: string;
  count: number;
  address: string;
}

function Count({ label, count, address }: CountProps) {
  const format = useFormat();
  return (
    <Grid.Item
      col={6}
      tag="li"
      direction="column"
      alignItems="flex-start"
      borderColor="neutral150"
      hasRadius
      padding={3}
    >
      <Typography variant="beta" textColor="neutral800">
        {format.number(count)}
      </Typography>
      <Link tag={NavLink} to={address}>
        {label}
      </Link>
    </Grid.Item>
  );
}
