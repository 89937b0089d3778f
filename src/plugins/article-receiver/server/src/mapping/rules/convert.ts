import { slugOf } from '../../projection/addresses/slug';
import type { Conversion } from '../../../../shared/articles/mapping';
import { htmlOf } from '../../text/markdown/html';
import { markdownToBlocks } from '../blocks/blocks';
import { plainText } from '../blocks/plain-text';
import type { SourceKind } from '../model/sources';
import { isBlank } from '../model/texts';
import type { Scope } from '../model/mapping';

/** Converts a value of the feed; null where it cannot be converted. */
export type Convert = (value: unknown, scope: Scope) => unknown;

export interface TextOptions {
  join: string;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

const isTexts = (value: unknown): value is unknown[] => Array.isArray(value);

const asWord = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Any value as one text; lists by their entries. */
export function asText(value: unknown, join: string): string | null {
  if (isBlank(value)) return null;
  return isTexts(value) ? value.map(asWord).join(join) : asWord(value);
}

/** Any value as Markdown: a list is a list there, too. */
const asMarkdown = (value: unknown): string | null =>
  isTexts(value) ? value.map((entry) => `- ${asWord(entry)}`).join('\n') : asText(value, '');

/** The day that a value names, or begins with; null where it is none. */
export function asDay(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  const [day = ''] = DAY.exec(text) ?? [];
  return isInCalendar(day) && !Number.isNaN(Date.parse(text)) ? day : null;
}

/** Years that every database has room for. */
const YEARS = /^[1-9]\d{3}-/;

/** Whether there is such a day: JavaScript takes the 30th of February for the 2nd of March. */
function isInCalendar(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return YEARS.test(day) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** A day with a time and without a zone: JavaScript takes it for one of the server's zone, a day alone for one of UTC. */
const WITHOUT_ZONE = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/i;

/** The time that a value names, in UTC where it names no zone; null where it is none. */
export function asInstant(value: unknown): string | null {
  if (asDay(value) === null) return null;
  const text = String(value).trim().replace(WITHOUT_ZONE, '$1T$2Z');
  const instant = new Date(text).toISOString();
  return YEARS.test(instant) ? instant : null;
}

function asNumber(value: unknown): number | null {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
}

function asFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  const word = String(value ?? '')
    .trim()
    .toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return true;
  return ['false', 'no', '0'].includes(word) ? false : null;
}

/**
 * Whether a JSON field gives a value back as it was: lists, objects and numbers only. Strapi hands texts to
 * the database as if they were JSON source, which PostgreSQL and MariaDB refuse or parse ("12" becomes 12);
 * from some databases a boolean comes back as 1.
 */
export const isJson = (value: unknown): boolean =>
  typeof value === 'object' || typeof value === 'number';

/** What `as` does to a value of a kind. */
export function conversion(as: Conversion, kind: SourceKind, { join }: TextOptions): Convert {
  const text = (value: unknown) => asText(value, join);
  const markdown = (value: unknown) => (kind === 'texts' ? asMarkdown(value) : text(value));
  switch (as) {
    case 'text':
      return (value) => {
        const whole = text(value);
        return whole !== null && kind === 'markdown' ? plainText(whole) : whole;
      };
    case 'markdown':
      return markdown;
    case 'html':
      return (value, { html }) => {
        const whole = markdown(value);
        return whole === null ? null : htmlOf(whole, html);
      };
    case 'blocks':
      return (value, { blockImage }) => {
        const whole = markdown(value);
        if (whole === null) return null;
        return markdownToBlocks(whole, (url, alt) => {
          const image = blockImage(url);
          return image && { ...image, alternativeText: alt || image.alternativeText };
        });
      };
    case 'json':
      return (value) => (isJson(value) ? value : null);
    case 'date':
      return asDay;
    case 'datetime':
      return asInstant;
    case 'number':
      return asNumber;
    case 'boolean':
      return asFlag;
    case 'slug':
      return (value) => slugOf(text(value) ?? '') || null;
  }
}
