import { Filters, InputRenderer } from '@strapi/strapi/admin';
import { SHOWN_STATES } from '../../../../shared/deliveries/deliveries';
import { useText } from '../../wording/text';

/** Strapi's own input: only of a filter that names its input does the tag say the label, not the bare value. */
const StateInput = ({ name, options = [], 'aria-label': label }: Filters.ValueInputProps) => (
  <InputRenderer
    type="enumeration"
    name={name}
    label={null}
    aria-label={label}
    options={options.map((one) => (typeof one === 'string' ? { value: one } : one))}
  />
);

/** Filters on what identifies, times or measures a delivery; the address bar keeps them. */
export function LogFilters() {
  const text = useText();
  const states = SHOWN_STATES.map((value) => ({ value, label: text(`state.${value}`) }));
  const options: Filters.Filter[] = [
    {
      name: 'stateShown',
      label: text('field.state'),
      type: 'enumeration',
      options: states,
      input: StateInput,
    },
    { name: 'receivedAt', label: text('field.receivedAt'), type: 'datetime' },
    { name: 'title', label: text('field.title'), type: 'string' },
    { name: 'event', label: text('field.event'), type: 'string' },
    { name: 'sourceStatus', label: text('field.sourceStatus'), type: 'string' },
    { name: 'duplicates', label: text('field.duplicates'), type: 'integer' },
    { name: 'bytes', label: text('filter.bytes'), type: 'integer' },
    { name: 'slug', label: text('field.slug'), type: 'string' },
    { name: 'deliveryId', label: text('field.deliveryId'), type: 'string' },
    { name: 'articleId', label: text('field.articleId'), type: 'string' },
    { name: 'campaignId', label: text('field.campaignId'), type: 'string' },
    { name: 'orgId', label: text('field.orgId'), type: 'string' },
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
