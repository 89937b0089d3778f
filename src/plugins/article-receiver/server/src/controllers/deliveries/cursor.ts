const PREFIX = 'p';
const MAX_POSITION = 2 ** 31 - 1;

/** A place in the event log as a cursor, whose form is nobody's business but ours. */
export const writeCursor = (position: number | null): string | null =>
  position === null ? null : Buffer.from(`${PREFIX}${position}`).toString('base64url');

/** The position that a cursor stands for; null when it is none of ours. */
export function readCursor(cursor: string): number | null {
  const [, digits] = /^p(\d{1,10})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const position = Number(digits ?? NaN);
  return position <= MAX_POSITION ? position : null;
}
