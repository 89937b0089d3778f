import { recordOf } from '../../../../shared/records';
import { ALERTS, type AlertMail, type Settings } from '../../../../shared/settings/settings';
import { valueAt, withValueAt } from './settings-paths';

/** The settings that are tables of words. */
export const WORD_SETTINGS = ['statusMap', 'languageMap'] as const;

export type WordSetting = (typeof WORD_SETTINGS)[number];

const isTable = (path: string): boolean => WORD_SETTINGS.some((table) => table === path);

/** What words of a table stand for; null for one that is taken out of it. */
export type Words = Record<string, string | null>;

export const MAIL = 'alerts.mail';

/** What was changed of the mail: each alert and each administrator, by their names and ids, is a part of its own. */
export interface MailParts {
  isOn?: boolean;
  addresses?: readonly string[];
  [alertOrId: string]: boolean | readonly string[] | undefined;
}

/** Of what is in parts, only those that were changed are kept. */
const hasParts = (path: string): boolean => isTable(path) || path === MAIL;

/**
 * What was changed in the form and is not saved, by path; of a table and of the mail, only the parts that were. Not
 * the settings as they are then: what is saved or changed elsewhere meanwhile would be undone with the next save.
 */
export type Edits = ReadonlyMap<string, unknown>;

export const NO_EDITS: Edits = new Map();

/** The settings with what was changed in the form. */
export const withEdits = (settings: Settings, edits: Edits): Settings =>
  [...edits].reduce((draft, [path, value]) => {
    if (path === MAIL)
      return withValueAt(draft, path, mailWith(draft.alerts.mail, value as MailParts));
    return withValueAt(draft, path, isTable(path) ? tableWith(valueAt(draft, path), value) : value);
  }, settings);

const tableWith = (table: unknown, words: unknown) =>
  Object.fromEntries(
    Object.entries({ ...recordOf(table), ...recordOf(words) }).filter(
      ([, value]) => value !== null,
    ),
  );

/** Where a colleague has switched it off meanwhile, who is told of what has nothing left to be changed in. */
function mailWith(mail: AlertMail | null, { isOn, addresses, ...chosen }: MailParts) {
  const before = mail ?? (isOn ? { to: [], states: [...ALERTS] } : null);
  if (isOn === false || before === null) return null;
  const stays = (to: number | string) =>
    typeof to === 'number' ? chosen[to] !== false : addresses === undefined;
  const others = Object.keys(chosen)
    .filter((part) => chosen[part] === true)
    .map(Number)
    .filter((id) => Number.isInteger(id) && !before.to.includes(id));
  return {
    to: [...before.to.filter(stays), ...others, ...(addresses ?? [])],
    states: ALERTS.filter((alert) => chosen[alert] ?? before.states.includes(alert)),
  };
}

/** The edits with one more; it takes the place of an earlier one of the same setting. */
export const withEdit = (edits: Edits, path: string, value: unknown): Edits =>
  new Map(edits).set(path, value);

/** The edits with some more words of a table. */
export const withWords = (edits: Edits, table: WordSetting, words: Words): Edits =>
  withParts(edits, table, words);

/** The edits with some more parts of the mail. */
export const withMail = (edits: Edits, parts: MailParts): Edits => withParts(edits, MAIL, parts);

const withParts = (edits: Edits, path: string, parts: object): Edits =>
  new Map(edits).set(path, { ...recordOf(edits.get(path)), ...parts });

/** What is left of edits after some were saved: what was changed since is still to be saved. */
export const without = (edits: Edits, saved: Edits): Edits =>
  new Map(
    [...edits].flatMap(([path, value]): [string, unknown][] => {
      if (!saved.has(path)) return [[path, value]];
      if (!hasParts(path)) return saved.get(path) === value ? [] : [[path, value]];
      const before = recordOf(saved.get(path));
      const since = Object.entries(recordOf(value)).filter(([part, one]) => before[part] !== one);
      return since.length > 0 ? [[path, Object.fromEntries(since)]] : [];
    }),
  );
