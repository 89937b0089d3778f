import { Filters } from '@strapi/strapi/admin';
import { DELIVERY_STATES } from '../../../../shared/deliveries';
import { useText } from '../../utils/text';

/** Filters on what identifies or times a delivery; the address bar keeps them. */
export function LogFilters() {
  const text = useText();
  const states = DELIVERY_STATES.map((value) => ({ value, label: text(`state.${value}`) }));
  const options: Filters.Filter[] = [
    { name: 'state', label: text('field.state'), type: 'enumeration', options: states },
    { name: 'event', label: text('field.event'), type: 'string' },
    { name: 'sourceStatus', label: text('field.sourceStatus'), type: 'string' },
    { name: 'title', label: text('field.title'), type: 'string' },
    { name: 'slug', label: text('field.slug'), type: 'string' },
    { name: 'articleId', label: text('field.articleId'), type: 'string' },
    { name: 'campaignId', label: text('field.campaignId'), type: 'string' },
    { name: 'receivedAt', label: text('field.receivedAt'), type: 'datetime' },
    { name: 'occurredAt', label: text('field.occurredAt'), type: 'datetime' },
  ];
  return (
    <Filters.Root options={options}>
      <Filters.Trigger />
      <Filters.Popover />
      <Filters.List />
    </Filters.Root>
  );
}
