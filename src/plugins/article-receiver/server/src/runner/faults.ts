/** What can go wrong around a site, in words for an editor; the original follows in brackets. */
const PLAIN_WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk or the storage is full.',
  EDQUOT: 'The storage has no room left for this site.',
  EACCES: 'The site may not write to its storage.',
  EROFS: 'The storage is read-only.',
  ECONNREFUSED: 'A service that the site needs does not answer.',
  ECONNRESET: 'A service that the site needs broke off the connection.',
  ENOTFOUND: 'A service that the site needs cannot be found.',
  ETIMEDOUT: 'A service that the site needs takes too long to answer.',
  SQLITE_BUSY: 'Another program is using the database.',
  SQLITE_FULL: 'The disk of the database is full.',
  SQLITE_READONLY: 'The database is read-only.',
  SQLITE_IOERR: 'The database cannot be read or written.',
};

const MAX_CHARACTERS = 1_000;

/** A fault in words for an editor, without stacks and without the SQL that knex puts in front. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, MAX_CHARACTERS);
  const original = withoutSql(error.message) || error.name;
  const plain = plainWords(error);
  return (plain ? `${plain} (${original})` : original).slice(0, MAX_CHARACTERS);
}

function plainWords(error: Error): string | undefined {
  const { code } = error as { code?: unknown };
  if (isRefusal(error)) return 'The site refused the content.';
  if (error.name === 'KnexTimeoutError') return 'The database has no connection free.';
  return typeof code === 'string' && Object.hasOwn(PLAIN_WORDS, code)
    ? PLAIN_WORDS[code]
    : undefined;
}

const withoutSql = (message: string): string =>
  message.replace(/^.* - (?=\S)/s, (sql) => (isSql(sql) ? '' : sql));

const isSql = (text: string): boolean =>
  /^\s*(insert|update|select|delete|alter|create|begin|commit|rollback|with)\b/i.test(text);

const isRefusal = ({ name }: Error): boolean =>
  name === 'ValidationError' || name === 'YupValidationError';

/**
 * Whether trying again cannot help: what Strapi's own validation refuses today it refuses tomorrow,
 * until a person changes the entry, the schema or the delivery.
 */
export const isPermanent = (error: unknown): boolean => error instanceof Error && isRefusal(error);
