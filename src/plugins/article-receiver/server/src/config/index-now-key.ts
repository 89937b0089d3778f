import type { Options } from './options';

/** The options with a key. */
export type WithKey = Options['indexNow'] & { key: string };

export const hasKey = (options: Options['indexNow']): options is WithKey =>
  options.key !== undefined;
