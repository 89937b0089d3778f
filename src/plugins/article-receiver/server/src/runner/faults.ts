/** A fault in words for an editor, without stacks and without the SQL that knex puts in front. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message.replace(/^.* - (?=\S)/s, (sql) => (isSql(sql) ? '' : sql));
  return message.slice(0, 1_000);
}

const isSql = (text: string): boolean =>
  /^\s*(insert|update|select|delete|alter|create)\b/i.test(text);

/**
 * Whether trying again cannot help: what Strapi's own validation refuses today it refuses tomorrow,
 * until a person changes the entry, the schema or the delivery.
 */
export const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ValidationError' || error.name === 'YupValidationError');
