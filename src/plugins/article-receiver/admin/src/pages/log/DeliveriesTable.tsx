import type { ReactNode } from 'react';
import { Table } from '@strapi/strapi/admin';
import { Checkbox, Flex, IconButton, Td, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { Link, useNavigate } from 'react-router-dom';
import { shownState, type ListedDelivery } from '../../../../shared/deliveries/deliveries';
import { StateBadge } from '../../components/StateBadge';
import { addressOfDelivery } from '../../utils/addresses';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';
import { ArticleCell } from './ArticleCell';

/** What says at a glance what came in and what became of it; the rest is on the delivery's page. */
const COLUMNS = ['receivedAt', 'title', 'sourceStatus', 'state'] as const;

interface DeliveriesTableProps {
  deliveries: ListedDelivery[];
  /** Ids of the deliveries that are selected. */
  selected: string[];
  /** Null where there is nothing to do with a selection. */
  onSelect: ((deliveryIds: string[]) => void) | null;
}

/** One page of the event log. */
export function DeliveriesTable({ deliveries, selected, onSelect }: DeliveriesTableProps) {
  const text = useText();
  const headers = COLUMNS.map((name) => ({ name, label: text(`field.${name}`) }));
  const rows = deliveries.map((delivery) => ({ ...delivery, id: delivery.deliveryId }));
  const toggle = (id: string) =>
    onSelect?.(
      selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id],
    );
  return (
    <Table.Root
      headers={headers}
      rows={rows}
      selectedRows={rows.filter(({ id }) => selected.includes(id))}
      onSelectedRowsChange={(chosen: unknown) => onSelect?.(idsOf(chosen))}
    >
      <Table.Content>
        <Table.Head>
          {onSelect && <Table.HeaderCheckboxCell />}
          {headers.map((header) => (
            <Table.HeaderCell key={header.name} {...header} />
          ))}
        </Table.Head>
        <Table.Empty content={text('log.empty.filtered')} />
        <Table.Body>
          {rows.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery}>
              {onSelect && (
                <Td onClick={(click: { stopPropagation(): void }) => click.stopPropagation()}>
                  <Checkbox
                    aria-label={text('log.select', { name: delivery.title ?? delivery.id })}
                    checked={selected.includes(delivery.id)}
                    onCheckedChange={() => toggle(delivery.id)}
                  />
                </Td>
              )}
            </DeliveryRow>
          ))}
        </Table.Body>
      </Table.Content>
    </Table.Root>
  );
}

const idsOf = (rows: unknown): string[] =>
  Array.isArray(rows) ? rows.map(({ id }: { id: string }) => id) : [];

/** The service's own word, which may be long: the title needs the room more. */
const Word = ({ children }: { children: string }) => (
  <Typography
    tag="div"
    textColor="neutral800"
    style={{ minWidth: '11rem', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
  >
    {children}
  </Typography>
);

interface DeliveryRowProps {
  delivery: ListedDelivery;
  /** Its checkbox. */
  children: ReactNode;
}

function DeliveryRow({ delivery, children }: DeliveryRowProps) {
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
  const { deliveryId, receivedAt, sourceStatus } = delivery;
  const address = addressOfDelivery(deliveryId);
  const name = delivery.title ?? deliveryId;
  return (
    <Table.Row onClick={() => navigate(address)} cursor="pointer">
      {children}
      <Table.Cell>
        <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }}>
          <time dateTime={receivedAt} title={format.instant(receivedAt, 'medium')}>
            {format.near(receivedAt)}
          </time>
        </Typography>
      </Table.Cell>
      <Table.Cell style={{ width: '100%', minWidth: '16rem', maxWidth: 0 }}>
        <ArticleCell delivery={delivery} />
      </Table.Cell>
      <Table.Cell>
        <Word>{sourceStatus ?? '–'}</Word>
      </Table.Cell>
      <Table.Cell>
        <StateBadge state={shownState(delivery)} />
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
