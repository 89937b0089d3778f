import { isIssueCode, ISSUES, type IssueCode } from './issues';
import { filledIn, type Placeholders } from '../wording';

/**
 * Why a delivery is in its state. The database has a reason's code and values; the words are made
 * where they are shown: from here for the command line, the API and mails, from
 * `admin/src/translations` in the admin.
 *
 * To add one: a code with its English sentence here, and `reason.CODE` in each translation, with the
 * same values in braces. A code that was released never changes its meaning; its words may.
 * `tests/unit/reasons.test.ts` holds the two together.
 */
export const REASONS = {
  /** Words that came from elsewhere: a library's, the database's, those of an earlier version. */
  asWorded: '{text}',
  /** What keeps it from being read, as the code of an issue in `issue`, with that one's values. */
  unusable: '{what}',
  unusableField: '{path}: {what}',
  statusUnmapped: 'The status "{word}" has no effect assigned to it.',
  statusMissing: 'The delivery names no status.',
  statusIgnored: 'The status "{word}" is set to be ignored.',
  eventUnknown: 'The event "{event}" is not known.',
  publicationHeld: 'Publishing is held: the draft has unpublished changes of an editor ({fields}).',
  publicationLacks: 'It cannot be published yet. Still empty: {fields}.',
  publicationLacksAndMisfits:
    'It cannot be published yet. Still empty: {empty}. The site does not accept: {fields}.',
  publicationTaken: 'It cannot be published yet. Another entry already has this in: {fields}.',
  publicationMisfits: 'It cannot be published yet. The site does not accept: {fields}.',
  publicationStage:
    'It cannot be published yet: it has not reached the review stage that the site asks for.',
  /** What a rule of the site's own code says. */
  publicationRule: 'It cannot be published yet. The site says: {text}',
  /** The same of an article that is to be taken offline. */
  unpublicationRule: 'It cannot be taken offline yet. The site says: {text}',
  articleDeleted: 'An editor deleted the article. A redrive brings it back.',
  localeMoves:
    'The service sends it in another language now ({to}), and somebody changed, published or translated the article here. It stays in {from}; a redrive moves it.',
  localeMissing: 'The site has no locale for the language "{language}".',
  localeUnknown: 'Strapi knows no locale for the language "{language}".',
  discarded: 'Discarded by {name}: {reason}',
  left: 'Left as it is by {name}.',
  stillUnreadable: 'Redriven: it still cannot be read.',
  takenIn: 'Redriven: it is taken in now.',
  orgNotListed: 'orgId: {id} is not accepted; accept.orgIds does not name it',
  websiteNotListed:
    'article.campaign.websiteId: {id} is not accepted; accept.websiteIds does not name it',
  orgMissing: 'orgId: a missing value is not accepted (accept.pin)',
  orgNotPinned: 'orgId: {id} is not accepted; another organization came first (accept.pin)',
  siteRefused: 'The site refused the content. ({fields})',
  siteLacks: 'The site refused the content. Still empty: {fields}.',
  siteTaken: 'The site refused the content. Another entry already has this in: {fields}.',
  siteRefusedSome: 'The site refused the content.',
  bodyDropped: 'The body of this delivery was dropped by retention.',
  /** By a provider's own words, which need not say what they are about. */
  storageFailed: 'The site could not store an image. ({detail})',
  storageSlow: 'The storage did not take the image within {ms} ms.',
  storageFull: 'The disk or the storage is full. ({detail})',
  storageQuota: 'The storage has no room left for this site. ({detail})',
  storageForbidden: 'The site may not write to its storage. ({detail})',
  storageReadOnly: 'The storage is read-only. ({detail})',
  fileMissing: 'A file or folder that the site needs is not there. ({detail})',
  serviceRefused: 'A service that the site needs does not answer. ({detail})',
  serviceReset: 'A service that the site needs broke off the connection. ({detail})',
  serviceUnknown: 'A service that the site needs cannot be found. ({detail})',
  writeSlow:
    'Writing the entry took longer than {seconds} seconds. Code of the site’s own that runs then may wait for something that does not come.',
  writeUnanswered:
    'Code of the site’s own kept back what became of the entry: a middleware of the Document Service has to return what next() gives.',
  serviceSlow: 'A service that the site needs takes too long to answer. ({detail})',
  databaseBusy: 'Another program is using the database. ({detail})',
  databaseFull: 'The disk of the database is full. ({detail})',
  databaseReadOnly: 'The database is read-only. ({detail})',
  databaseBroken: 'The database cannot be read or written. ({detail})',
  databaseNoConnection: 'The database has no connection free. ({detail})',
  /** A database of MySQL or MariaDB that is not in utf8mb4: an emoji, for example. */
  characterRefused: 'The database of this site cannot store one of its characters. ({detail})',
} as const;

export type ReasonCode = keyof typeof REASONS;

/** Why a delivery waits for somebody to say what a word of the service means. */
export const WORD_REASONS = {
  status: ['statusUnmapped'],
  language: ['localeMissing', 'localeUnknown'],
} as const satisfies Record<string, readonly ReasonCode[]>;

const ABOUT_WORDS: readonly string[] = Object.values(WORD_REASONS).flat();

export const isAboutWord = (code: string | null): boolean =>
  code !== null && ABOUT_WORDS.includes(code);

/** What is asked about all of a delivery: until somebody decides, its article shows nothing of it. */
const ABOUT_ALL: readonly string[] = [
  'eventUnknown',
  'localeMissing',
  'localeUnknown',
  'localeMoves',
] satisfies ReasonCode[];

export const isAboutAll = (code: string | null): boolean =>
  code !== null && ABOUT_ALL.includes(code);

export interface Reason {
  code: ReasonCode;
  values: Placeholders;
}

export const reasonOf = (code: ReasonCode, values: Placeholders = {}): Reason => ({ code, values });

const isCode = (code: string): code is ReasonCode => Object.hasOwn(REASONS, code);

/** A reason in English. */
export const wordReason = ({ code, values }: Reason): string =>
  filledIn(
    REASONS[code],
    withIssue(values, (issue) => filledIn(ISSUES[issue], values)),
  );

/** Values of a reason, with the words of the issue that is the reason, where one is. */
export function withIssue(values: Placeholders, word: (issue: IssueCode) => string): Placeholders {
  const { issue } = values;
  return typeof issue === 'string' && isIssueCode(issue)
    ? { ...values, what: word(issue) }
    : values;
}

/** A reason as tables have it: code and values, or the sentence of an earlier version. */
export interface StoredReason {
  reason: string | null;
  reasonCode: string | null;
  reasonValues: string | null;
}

/** A reason for a table. */
export const storedReason = (reason: Reason | null): StoredReason => ({
  reason: null,
  reasonCode: reason?.code ?? null,
  reasonValues: reason && JSON.stringify(reason.values),
});

/** A reason of a table. Of a code that a newer version wrote, the code itself is all that is known. */
export function readReason({ reason, reasonCode, reasonValues }: StoredReason): Reason | null {
  if (reasonCode === null || reasonCode === undefined) {
    return fromSentence(reason);
  }
  if (!isCode(reasonCode)) return reasonOf('asWorded', { text: reasonCode });
  return reasonOf(reasonCode, reasonValues ? (JSON.parse(reasonValues) as Placeholders) : {});
}

/** Sentences that versions before codes stored, and on which something depends. */
const SENTENCES: [RegExp, (...parts: string[]) => Reason][] = [
  [
    /^The status "(.*)" has no effect assigned to it\.$/s,
    (word = '') => reasonOf('statusUnmapped', { word }),
  ],
  [/^The event "(.*)" is not known\.$/s, (event = '') => reasonOf('eventUnknown', { event })],
  [
    /^The site has no locale for the language "(.*)"\.$/s,
    (language = '') => reasonOf('localeMissing', { language }),
  ],
  [/^The delivery names no status\.$/, () => reasonOf('statusMissing')],
  [/^An editor deleted the article\./, () => reasonOf('articleDeleted')],
  [
    /^Publishing is held: the draft has unpublished changes of an editor \((.*)\)\.$/s,
    (fields = '') => reasonOf('publicationHeld', { fields: fields.split(', ') }),
  ],
  [
    /^Discarded by (.*?): (.*)$/s,
    (name = '', reason = '') => reasonOf('discarded', { name, reason }),
  ],
];

/** A reason in the English of this or an earlier version: exports and old rows have that alone. */
export function fromSentence(sentence: string | null): Reason | null {
  if (sentence === null) return null;
  for (const [pattern, read] of SENTENCES) {
    const match = pattern.exec(sentence);
    if (match) return read(...match.slice(1));
  }
  return reasonOf('asWorded', { text: sentence });
}

/** A reason as answers have it: in English, and what to word it from in other languages. */
export interface ToldReason {
  /** In words for an editor; null where the state says it all. */
  reason: string | null;
  reasonCode: ReasonCode | null;
  reasonValues: Placeholders | null;
}

export const toldReason = (reason: Reason | null): ToldReason => ({
  reason: reason && wordReason(reason),
  reasonCode: reason?.code ?? null,
  reasonValues: reason?.values ?? null,
});

export const sameReason = (a: Reason | null, b: Reason | null): boolean =>
  a?.code === b?.code && (a === null || b === null || wordReason(a) === wordReason(b));
