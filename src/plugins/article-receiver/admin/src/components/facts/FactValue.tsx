import { Typography } from '@strapi/design-system';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';
import { Facts } from './Facts';
import { JsonTree } from './JsonTree';

const isPlain = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** Any JSON value, as little like JSON as it allows. */
export function FactValue({ value }: { value: unknown }) {
  const text = useText();
  const format = useFormat();
  const plain = (one: string | number | boolean) => {
    if (typeof one === 'boolean') return text(one ? 'on' : 'off');
    return typeof one === 'number' ? format.number(one) : one;
  };
  if (isPlain(value)) return <Typography textColor="neutral800">{plain(value)}</Typography>;
  if (value === null || value === undefined || Object.keys(value).length === 0) {
    return <Typography textColor="neutral600">{text('suggestion.empty')}</Typography>;
  }
  if (Array.isArray(value) && value.every(isPlain)) {
    return (
      <ul>
        {value.map((one, index) => (
          <Typography key={index} tag="li" textColor="neutral800">
            {plain(one)}
          </Typography>
        ))}
      </ul>
    );
  }
  const entries = Object.entries(value);
  if (!Array.isArray(value) && entries.every(([, one]) => one === null || isPlain(one))) {
    return <Facts facts={entries.map(([name, one]) => [name, isPlain(one) && plain(one)])} />;
  }
  return <JsonTree value={value} />;
}
