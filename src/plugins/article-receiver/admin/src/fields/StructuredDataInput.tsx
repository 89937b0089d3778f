import { useField } from '@strapi/strapi/admin';
import { Facts } from '../components/facts/Facts';
import { useText } from '../wording/text';
import { FoldedField } from './FoldedField';
import type { FieldInputProps } from './input-props';
import { RawJson } from './RawJson';
import { describeStructuredData } from './structured-data';

/** JSON-LD: what search engines read about a page. */
export function StructuredDataInput(props: FieldInputProps) {
  const text = useText();
  const { value } = useField(props.name);
  const facts = describeStructuredData(value);
  const [, first = ''] = facts[0] ?? [];
  return (
    <FoldedField
      {...props}
      summary={facts.length > 0 ? first : text('folded.empty')}
      preview={facts.length > 0 ? <Facts facts={facts} /> : text('folded.empty')}
      editor={<RawJson name={props.name} disabled={props.disabled} minHeight="20rem" />}
    />
  );
}
