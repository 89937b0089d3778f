import type { Knex } from 'knex';

/** What of an address says where its host is, with what may stand behind that. */
function beginningsOf(url: string): string[] {
  const [beginning = url] = /^[^:]*:\/\/[^/?#]*/.exec(url) ?? [];
  return ['/', '?', '#'].map((end) => `${beginning}${end}`);
}

/** Narrows a query down to addresses at the host of one. */
export const atHostOf =
  (url: string) =>
  (query: Knex.QueryBuilder): void => {
    for (const beginning of beginningsOf(url))
      void query.orWhereRaw('substr(??, 1, ?) = ?', ['url', beginning.length, beginning]);
  };
