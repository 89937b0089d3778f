import type { Issue } from '../../../shared/deliveries/deliveries';
import { isRecord, recordOf } from '../../../shared/records';
import type { Settings } from '../../../shared/settings/settings';
import { contradictions, normalWord } from '../../../shared/settings/words';
import { laidOver, patched, valueAt, without, withoutName, type Tree } from './layers';
import { faultsOf, optionsSchema, type Options } from './options';

/** The options that can be changed while the site runs, by dotted path. */
export const CHANGEABLE = [
  'statusMap',
  'languageMap',
  'publishOnReady',
  'planned.time',
  'planned.timeZone',
  'editorEdits',
  'accept.orgIds',
  'accept.websiteIds',
  'accept.pin',
  'allowFrom',
  'rateLimit',
  'maxBodyBytes',
  'bodyTimeoutMs',
  'images.maxBytes',
  'images.maxPixels',
  'images.maxFrames',
  'images.fetchFrom',
  'retention.bodiesDays',
  'retention.imagesDays',
  'retention.discardedDays',
  'retention.quarantineBytes',
  'alerts.mail',
  'metrics.enabled',
] as const;

/** Settings that are tables of the feed's words: each word is a setting of its own. */
const TABLES = ['statusMap', 'languageMap'] as const;

const isTable = (path: string): path is (typeof TABLES)[number] =>
  TABLES.some((table) => table === path);

const MAX_WORDS = 500;
const MAX_WORD_LENGTH = 255;

const isChangeable = (path: string): boolean => CHANGEABLE.some((known) => known === path);
const isGroup = (path: string): boolean => CHANGEABLE.some((known) => known.startsWith(`${path}.`));

/** The settings among a site's options; null for what is left out. */
export function settingsOf(options: Options): Settings {
  const { accept, images, retention } = options;
  return {
    statusMap: options.statusMap,
    languageMap: options.languageMap,
    publishOnReady: options.publishOnReady,
    planned: { time: options.planned.time, timeZone: options.planned.timeZone ?? null },
    editorEdits: options.editorEdits,
    accept: {
      orgIds: accept.orgIds ?? null,
      websiteIds: accept.websiteIds ?? null,
      pin: accept.pin,
    },
    allowFrom: options.allowFrom ?? null,
    rateLimit: options.rateLimit ?? null,
    maxBodyBytes: options.maxBodyBytes,
    bodyTimeoutMs: options.bodyTimeoutMs,
    images: {
      maxBytes: images.maxBytes,
      maxPixels: images.maxPixels,
      maxFrames: images.maxFrames,
      fetchFrom: images.fetchFrom ?? null,
    },
    retention: {
      bodiesDays: retention.bodiesDays,
      imagesDays: retention.imagesDays,
      discardedDays: retention.discardedDays,
      quarantineBytes: retention.quarantineBytes,
    },
    alerts: { mail: options.alerts.mail },
    metrics: { enabled: options.metrics.enabled },
  };
}

/** What the site's config files set of the changeable options: those paths cannot be changed. */
export function fixedPaths(site: Tree): string[] {
  return CHANGEABLE.flatMap((path) => {
    const value = valueAt(site, path);
    if (value === undefined) return [];
    if (!isTable(path)) return [path];
    return isRecord(value) ? Object.keys(value).map((word) => `${path}.${word}`) : [];
  });
}

/** The paths that a patch changes, or what is wrong with its shape. */
function changedPaths(patch: Tree, issues: Issue[], prefix = ''): string[] {
  return Object.entries(patch).flatMap(([name, change]) => {
    const path = `${prefix}${name}`;
    if (isChangeable(path)) return isTable(path) ? changedWords(path, change, issues) : [path];
    if (!isGroup(path)) {
      issues.push({ path, message: 'expected a setting that can be changed while the site runs' });
      return [];
    }
    if (change === null) return CHANGEABLE.filter((known) => known.startsWith(`${path}.`));
    if (isRecord(change)) return changedPaths(change, issues, `${path}.`);
    issues.push({ path, message: 'expected an object' });
    return [];
  });
}

function changedWords(table: string, change: unknown, issues: Issue[]): string[] {
  if (change === null) return [];
  if (!isRecord(change)) {
    const what = table === 'statusMap' ? 'effects' : 'locales';
    issues.push({ path: table, message: `expected an object of words and ${what}` });
    return [];
  }
  for (const { word, first } of contradictions(change)) {
    const message = `expected what "${first}" says: it is the same word`;
    issues.push({ path: `${table}.${word}`, message });
  }
  return Object.keys(change).map((word) => {
    const path = `${table}.${word}`;
    if (
      normalWord(word) === '' ||
      word.length > MAX_WORD_LENGTH ||
      normalWord(word) === '__proto__'
    ) {
      issues.push({ path, message: `expected a word of 1 to ${MAX_WORD_LENGTH} characters` });
    }
    return path;
  });
}

export type Change =
  | { ok: true; stored: Tree; options: Options }
  | { ok: false; issues: Issue[] }
  /** The site's config files set it. */
  | { ok: false; fixed: string };

/**
 * What a change of the settings comes to.
 * @param site what the site's config files set; it wins.
 * @param stored what was stored before.
 * @param patch a JSON Merge Patch.
 */
export function changeSettings(site: Tree, stored: Tree, patch: unknown): Change {
  if (!isRecord(patch)) return { ok: false, issues: [{ path: '', message: 'expected an object' }] };
  const issues: Issue[] = [];
  const changed = changedPaths(patch, issues);
  if (issues.length > 0) return { ok: false, issues };
  const fixed = new Map(fixedPaths(site).map((path) => [normalWord(path), path]));
  const refused = changed.map((path) => fixed.get(pathKey(path))).find(Boolean);
  if (refused) return { ok: false, fixed: refused };

  const words = withNormalWords(patch);
  const after = patched(stored, words);
  const long = TABLES.find((table) => Object.keys(recordOf(after[table])).length > MAX_WORDS);
  if (long) return { ok: false, issues: [{ path: long, message: `at most ${MAX_WORDS} words` }] };
  // What was stored before and does not apply here is in the way of nothing.
  const applying = patched(applyingTo(site, stored).kept, words);
  const parsed = optionsSchema.safeParse(laidOver(applying, site));
  if (parsed.success) return { ok: true, stored: after, options: parsed.data };
  return { ok: false, issues: faultsOf(parsed.error) };
}

function pathKey(path: string): string {
  const table = TABLES.find((name) => path.startsWith(`${name}.`));
  return table
    ? `${normalWord(table)}.${normalWord(path.slice(table.length + 1))}`
    : normalWord(path);
}

function withNormalWords(patch: Tree): Tree {
  const tables = TABLES.filter((table) => isRecord(patch[table])).map((table): [string, Tree] => {
    const words = Object.entries(recordOf(patch[table]));
    return [table, Object.fromEntries(words.map(([word, value]) => [normalWord(word), value]))];
  });
  return { ...patch, ...Object.fromEntries(tables) };
}

/**
 * The options in force. What is stored and does not go together with the site's config files any
 * more is left out: a setting of yesterday must not keep a site from starting.
 * @param dropped is told each path that is left out.
 */
export const optionsFrom = (site: Tree, stored: Tree, dropped: (path: string) => void): Options =>
  applyingTo(site, stored, dropped).options;

/** What of the stored settings goes together with the site's config files, and the options with it. */
function applyingTo(
  site: Tree,
  stored: Tree,
  dropped: (path: string) => void = () => undefined,
): { kept: Tree; options: Options } {
  let kept = withoutFixed(site, stored);
  for (;;) {
    const parsed = optionsSchema.safeParse(laidOver(kept, site));
    if (parsed.success) return { kept, options: parsed.data };
    const path = faultsOf(parsed.error)
      .map((fault) => fault.path)
      .find((own) => valueAt(kept, own) !== undefined);
    // A name with a dot in it is no path.
    const [name] = Object.keys(kept);
    if (name === undefined) return { kept, options: optionsSchema.parse(site) };
    dropped(path ?? name);
    kept = path === undefined ? withoutName(kept, name) : without(kept, path);
  }
}

/** What the site's config files set is theirs as a whole: nothing stored is mixed into it. */
const withoutFixed = (site: Tree, stored: Tree): Tree =>
  CHANGEABLE.filter((path) => !isTable(path) && valueAt(site, path) !== undefined).reduce(
    without,
    withoutFixedWords(site, stored),
  );

/** The site's own words win over the same words stored in another case. */
function withoutFixedWords(site: Tree, stored: Tree): Tree {
  const tables = TABLES.filter((table) => isRecord(site[table]) && isRecord(stored[table]));
  const left = tables.map((table): [string, Tree] => {
    const own = new Set(Object.keys(recordOf(site[table])).map(normalWord));
    const words = Object.entries(recordOf(stored[table])).filter(
      ([word]) => !own.has(normalWord(word)),
    );
    return [table, Object.fromEntries(words)];
  });
  return { ...stored, ...Object.fromEntries(left) };
}
