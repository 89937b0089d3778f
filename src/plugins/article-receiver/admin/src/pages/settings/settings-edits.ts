import type { Settings } from '../../../../shared/settings/settings';
import { withValueAt } from './settings-paths';

/**
 * What was changed in the form and is not saved, by path. Not the settings as they are then: what is saved
 * or changed elsewhere meanwhile would be undone with the next save.
 */
export type Edits = ReadonlyMap<string, unknown>;

export const NO_EDITS: Edits = new Map();

/** The settings with what was changed in the form. */
export const withEdits = (settings: Settings, edits: Edits): Settings =>
  [...edits].reduce((draft, [path, value]) => withValueAt(draft, path, value), settings);

/** The edits with one more; it takes the place of an earlier one of the same setting. */
export const withEdit = (edits: Edits, path: string, value: unknown): Edits =>
  new Map(edits).set(path, value);

/** What is left of edits after some were saved: what was changed since is still to be saved. */
export const without = (edits: Edits, saved: Edits): Edits =>
  new Map([...edits].filter(([path, value]) => !saved.has(path) || saved.get(path) !== value));
