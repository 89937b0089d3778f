/** The smallest and largest number in each field of a rule, from the seconds on; of the years any goes. */
const FIELDS: readonly [least: number, most: number][] = [
  [0, 59],
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
  [0, Infinity],
];

/** `@daily` and the like, which stand for a rule. */
const NICKNAME = /^@[a-z]+$/i;

const SIGNS =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun|[\d*,/?LW#+-])+$/i;

/**
 * Whether a text looks like a cron rule: of five fields, or with seconds before and a year behind them. A rule
 * that Strapi cannot read it only logs, and never runs.
 */
export function isCronRule(text: string): boolean {
  const rule = text.trim();
  if (NICKNAME.test(rule)) return true;
  const fields = rule.split(/\s+/);
  const limits = fields.length === 5 ? FIELDS.slice(1) : FIELDS;
  if (fields.length < 5 || fields.length > limits.length) return false;
  return limits.slice(0, fields.length).every(([least, most], at) => {
    const field = fields[at] ?? '';
    // How far apart is no time.
    const times = field.replace(/\/\d+/g, '').match(/\d+/g) ?? [];
    return SIGNS.test(field) && times.every((time) => +time >= least && +time <= most);
  });
}
