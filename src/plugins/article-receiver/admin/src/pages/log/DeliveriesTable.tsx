import type { ReactNode } from 'react';
import { Checkbox, EmptyStateLayout, Flex, IconButton, Typography } from '@strapi/design-system';
import { Eye } from '@strapi/icons';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { useIntl } from 'react-intl';
import { Link, useNavigate } from 'react-router-dom';
import { shownState, type ListedDelivery } from '../../../../shared/deliveries/deliveries';
import {
  PlainCell,
  PlainHead,
  PlainHeader,
  PlainHeaderCell,
  PlainRow,
  PlainTable,
} from '../../components/facts/PlainTable';
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
  const toggle = (id: string) =>
    onSelect?.(
      selected.includes(id) ? selected.filter((other) => other !== id) : [...selected, id],
    );
  // Beside what a delivery is, its checkbox and the link to its page.
  const colCount = COLUMNS.length + (onSelect ? 2 : 1);
  return (
    <PlainTable colCount={colCount} rowCount={deliveries.length + 1}>
      <PlainHead>
        {onSelect && (
          <PlainHeaderCell>
            <SelectAll
              ids={deliveries.map(({ deliveryId }) => deliveryId)}
              selected={selected}
              onSelect={onSelect}
            />
          </PlainHeaderCell>
        )}
        {COLUMNS.map((name) => (
          <PlainHeader key={name}>{text(`field.${name}`)}</PlainHeader>
        ))}
        <PlainHeaderCell as="td" />
      </PlainHead>
      <tbody>
        {deliveries.length === 0 && (
          <PlainRow>
            <PlainCell colSpan={colCount}>
              <EmptyStateLayout
                content={text('log.empty.filtered')}
                hasRadius
                icon={<EmptyDocuments width="16rem" />}
              />
            </PlainCell>
          </PlainRow>
        )}
        {deliveries.map((delivery) => (
          <DeliveryRow key={delivery.deliveryId} delivery={delivery}>
            {onSelect && (
              <PlainCell onClick={(click) => click.stopPropagation()}>
                <Checkbox
                  aria-label={text('log.select', { name: delivery.title ?? delivery.deliveryId })}
                  checked={selected.includes(delivery.deliveryId)}
                  onCheckedChange={() => toggle(delivery.deliveryId)}
                />
              </PlainCell>
            )}
          </DeliveryRow>
        ))}
      </tbody>
    </PlainTable>
  );
}

interface SelectAllProps {
  ids: string[];
  selected: string[];
  onSelect: (deliveryIds: string[]) => void;
}

/** Selects all of the page, or none, in Strapi's own words. */
function SelectAll({ ids, selected, onSelect }: SelectAllProps) {
  const { formatMessage } = useIntl();
  const chosen = ids.filter((id) => selected.includes(id));
  const areAll = ids.length > 0 && chosen.length === ids.length;
  return (
    <Checkbox
      aria-label={formatMessage({
        id: 'global.select-all-entries',
        defaultMessage: 'Select all entries',
      })}
      disabled={ids.length === 0}
      checked={chosen.length > 0 && !areAll ? 'indeterminate' : areAll}
      onCheckedChange={() => onSelect(areAll ? [] : ids)}
    />
  );
}

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
    <PlainRow onClick={() => navigate(address)} style={{ cursor: 'pointer' }}>
      {children}
      <PlainCell>
        <Typography textColor="neutral800" style={{ whiteSpace: 'nowrap' }}>
          <time dateTime={receivedAt} title={format.instant(receivedAt, 'medium')}>
            {format.near(receivedAt)}
          </time>
        </Typography>
      </PlainCell>
      <PlainCell style={{ width: '100%', minWidth: '16rem', maxWidth: 0 }}>
        <ArticleCell delivery={delivery} />
      </PlainCell>
      <PlainCell>
        <Word>{sourceStatus ?? '–'}</Word>
      </PlainCell>
      <PlainCell>
        <StateBadge state={shownState(delivery)} />
      </PlainCell>
      <PlainCell onClick={(click) => click.stopPropagation()}>
        <Flex justifyContent="flex-end">
          <IconButton tag={Link} to={address} label={text('log.open', { name })} variant="ghost">
            <Eye />
          </IconButton>
        </Flex>
      </PlainCell>
    </PlainRow>
  );
}
