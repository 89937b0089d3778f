/** A number with what it counts: `1 body`, `2 bodies`. @param many where it is not `one` with an s. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
