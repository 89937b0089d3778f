/**
 * The header in which the panel tells the `updatedAt` of the entry that a form was opened on. After
 * it, fields that were seen at another time: `TIME;title=TIME`.
 */
export const OPENED_HEADER = 'x-article-receiver-opened';

/** When somebody saw what they save. Times as Strapi gives them. */
export interface Opened {
  at: string;
  /** Fields of which they saw another value than the entry of `at` has, and when. */
  fields: Readonly<Record<string, string>>;
}

/** What a header says; an empty `at` says nothing. */
export function readOpened(header: string): Opened {
  const [at = '', ...fields] = header.split(';').map((part) => part.trim());
  return {
    at,
    fields: Object.fromEntries(
      fields.flatMap((part) => {
        const equals = part.indexOf('=');
        return equals > 0 ? [[part.slice(0, equals), part.slice(equals + 1)]] : [];
      }),
    ),
  };
}

/** The header that says it. */
export const writeOpened = ({ at, fields }: Opened): string =>
  [at, ...Object.entries(fields).map(([field, time]) => `${field}=${time}`)].join(';');
