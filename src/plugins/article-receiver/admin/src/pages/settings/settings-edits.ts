import { recordOf } from '../../../../shared/records';
import type { Settings } from '../../../../shared/settings/settings';
import { valueAt, withValueAt } from './settings-paths';

/** The settings that are tables of words. */
export const WORD_SETTINGS = ['statusMap', 'languageMap'] as const;

export type WordSetting = (typeof WORD_SETTINGS)[number];

const isTable = (path: string): boolean => WORD_SETTINGS.some((table) => table === path);

/** What words of a table stand for; null for one that is taken out of it. */
export type Words = Record<string, string | null>;

/**
 * What was changed in the form and is not saved, by path; of a table, only the words that were. Not the settings as
 * they are then: what is saved or changed elsewhere meanwhile would be undone with the next save.
 */
export type Edits = ReadonlyMap<string, unknown>;

export const NO_EDITS: Edits = new Map();

/** The settings with what was changed in the form. */
export const withEdits = (settings: Settings, edits: Edits): Settings =>
  [...edits].reduce(
    (draft, [path, value]) =>
      withValueAt(draft, path, isTable(path) ? tableWith(valueAt(draft, path), value) : value),
    settings,
  );

const tableWith = (table: unknown, words: unknown) =>
  Object.fromEntries(
    Object.entries({ ...recordOf(table), ...recordOf(words) }).filter(
      ([, value]) => value !== null,
    ),
  );

/** The edits with one more; it takes the place of an earlier one of the same setting. */
export const withEdit = (edits: Edits, path: string, value: unknown): Edits =>
  new Map(edits).set(path, value);

/** The edits with some more words of a table. */
export const withWords = (edits: Edits, table: WordSetting, words: Words): Edits =>
  new Map(edits).set(table, { ...recordOf(edits.get(table)), ...words });

/** What is left of edits after some were saved: what was changed since is still to be saved. */
export const without = (edits: Edits, saved: Edits): Edits =>
  new Map(
    [...edits].flatMap(([path, value]): [string, unknown][] => {
      if (!saved.has(path)) return [[path, value]];
      if (!isTable(path)) return saved.get(path) === value ? [] : [[path, value]];
      const before = recordOf(saved.get(path));
      const since = Object.entries(recordOf(value)).filter(([word, one]) => before[word] !== one);
      return since.length > 0 ? [[path, Object.fromEntries(since)]] : [];
    }),
  );
