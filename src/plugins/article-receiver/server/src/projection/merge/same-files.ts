/**
 * A value of file ids as it may have been while files in it were there that somebody deleted, and that were made
 * again since: of the same bytes, but with other ids.
 * @param former the ids that files had before, by those that they have now.
 * @param written the ids that the field was given last.
 */
export function beforeMadeAgain(
  value: unknown,
  former: ReadonlyMap<number, readonly number[]>,
  written: readonly number[],
): unknown[] {
  const ids = ([value].flat() as unknown[]).filter((id) => typeof id === 'number');
  const known = ids.flatMap((id) => former.get(id) ?? []);
  const times = known.length === 0 ? [] : [written, ...known.map((id) => [id])];
  return times.map((there) => {
    const asThen = (id: unknown): unknown =>
      (typeof id === 'number' && former.get(id)?.find((one) => there.includes(one))) || id;
    return Array.isArray(value) ? value.map(asThen) : asThen(value);
  });
}
