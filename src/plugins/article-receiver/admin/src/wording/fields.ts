import { useCallback } from 'react';
import { cutText } from '../../../shared/cut-text';
import en from '../translations/en.json';
import { useFormat } from './format';
import { useText, type TextId } from './text';

const isNamed = (id: string): id is TextId => id in en;

/** What the form calls a field, by its path: in the reader's language, where it is one of the plugin's Article. */
export function useFieldName(): (path: string) => string {
  const text = useText();
  return useCallback(
    (path) => {
      const id = `article.${path}`;
      if (isNamed(id)) return text(id);
      // Of a component its name, and that of the field in it.
      return path
        .split('.')
        .map(fieldName)
        .reduce((name, value) => text('pair', { name, value }));
    },
    [text],
  );
}

/** An attribute's name for people: `keyTakeaways` as "Key takeaways". */
export function fieldName(attribute: string): string {
  const words = attribute.replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * A field's value as text. Ids are shown by what they are called; lists have a line for each item.
 * @param labels names by id.
 */
export function valueText(value: unknown, labels: Record<string, string>): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => valueText(item, labels)).join('\n');
  if (typeof value === 'object') return JSON.stringify(value, null, 2);
  return labels[String(value)] ?? String(value);
}

/** Fields of Article that hold a calendar day, and how the feed writes one. */
const DAYS: ReadonlySet<string> = new Set(['frontmatterDate', 'plannedForDate']);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A field's value as text: a day as the form beside has it, in the reader's language. */
export function useValueText() {
  const { day } = useFormat();
  return (field: string, value: unknown, labels: Record<string, string> = {}): string =>
    DAYS.has(field) && typeof value === 'string' && DAY.test(value)
      ? day(value)
      : valueText(value, labels);
}

const SHORT = 80;

/** A text in a line, for where there is little room. */
export function shortText(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line === '') return '–';
  return line.length > SHORT ? `${cutText(line, SHORT)}…` : line;
}
