import { Table } from '@strapi/strapi/admin';
import { Flex, IconButton, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { Link, useNavigate } from 'react-router-dom';
import type { DeliverySummary } from '../../../../shared/deliveries';
import { Instant } from '../../components/Instant';
import { StateBadge } from '../../components/StateBadge';
import { addressOfDelivery } from '../../utils/addresses';
import { useFormat } from '../../utils/format';
import { useText } from '../../utils/text';
import { ArticleCell } from './ArticleCell';

const COLUMNS = [
  'receivedAt',
  'title',
  'event',
  'sourceStatus',
  'state',
  'duplicates',
  'bytes',
] as const;

/** One page of the event log. */
export function DeliveriesTable({ deliveries }: { deliveries: DeliverySummary[] }) {
  const text = useText();
  const headers = COLUMNS.map((name) => ({ name, label: text(`field.${name}`) }));
  const rows = deliveries.map((delivery) => ({ ...delivery, id: delivery.deliveryId }));
  return (
    <Table.Root headers={headers} rows={rows}>
      <Table.Content>
        <Table.Head>
          {headers.map((header) => (
            <Table.HeaderCell key={header.name} {...header} />
          ))}
        </Table.Head>
        <Table.Empty content={text('log.empty.filtered')} />
        <Table.Body>
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
}

function DeliveryRow({ delivery }: { delivery: DeliverySummary }) {
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const { deliveryId, receivedAt, event, sourceStatus, state, discardedAt, duplicates, bytes } =
    delivery;
  const address = addressOfDelivery(deliveryId);
  const name = delivery.title ?? deliveryId;
  return (
    <Table.Row onClick={() => navigate(address)} cursor="pointer">
      <Table.Cell>
        <Typography textColor="neutral800">
          <Instant at={receivedAt} />
        </Typography>
      </Table.Cell>
      <Table.Cell>
        <ArticleCell delivery={delivery} />
      </Table.Cell>
      <Table.Cell>
        <Typography textColor="neutral800">{event ?? '–'}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography textColor="neutral800">{sourceStatus ?? '–'}</Typography>
      </Table.Cell>
      <Table.Cell>
        <StateBadge state={state} isDiscarded={discardedAt !== null} />
      </Table.Cell>
      <Table.Cell>
        <Typography textColor="neutral800">{format.number(duplicates)}</Typography>
      </Table.Cell>
      <Table.Cell>
        <Typography textColor="neutral800">{format.bytes(bytes)}</Typography>
      </Table.Cell>
      <Table.Cell onClick={(click) => click.stopPropagation()}>
        <Flex justifyContent="flex-end">
          <IconButton tag={Link} to={address} label={text('log.open', { name })} variant="ghost">
            <Eye />
          </IconButton>
        </Flex>
      </Table.Cell>
    </Table.Row>
  );
}
