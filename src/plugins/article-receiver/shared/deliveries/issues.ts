import { filledIn, type Placeholders } from '../wording';

/**
 * What did not fit in a delivery that was taken in all the same. Like reasons, issues are kept as a
 * code with values; `message` is their English. To add one: here, and `issue.CODE` in each
 * translation. Those of versions before a code have their English alone.
 */
export const ISSUES = {
  timestampAhead:
    'lies more than a day ahead of when it arrived; until then, all other deliveries of the article count as older',
  imageMissing: 'the delivery has no bytes of this image',
  imageRefused: 'the image was refused: {why}',
  imageNotFetched: 'the image could not be fetched: {why}',
  imageOfBefore:
    'the image could not be fetched: {why}; what its address gave for another delivery is used',
  imageBytesGone: 'the bytes of this image are no longer stored',
  imageFileDeleted: 'its file was deleted from the Media Library',
  imageDropped: 'retention dropped the bytes of this image',
  imagePending: 'it has not been brought into the Media Library yet',
  imageSize: 'expected {expected} bytes, the image has {found}',
  imageType: 'expected {expected}, the image is {found}',
  imageTrailing: 'bytes cut off after the end of the image: {count}',
  imageTurned: 'orientation was applied: the image was turned as its tag says',
  heroMissing: 'the delivery has no usable image with this address',
  slugMade: 'expected lower-case words joined by hyphens; a slug was made instead',
  slugTaken: 'another article has the slug "{slug}"; this one has "{own}"',
  tagsTooLong: 'expected at most {max} characters a tag; longer ones were left out',
  tooManyTags: 'expected at most {max} tags; the rest was left out',
  campaignDiffers: 'expected {expected}, as in article.campaignId, which counts',
  tooManyEntries: 'expected at most {max} entries; the rest was left out',
  entryTooLong: 'expected at most {max} characters; "{value}" was left out',
  entryRefused: 'the site does not take "{value}" as an entry of {type}; it was left out',
  noEntry: '{type} has no entry whose {field} is "{value}"',
  otherEntry: '{type} has no entry whose {field} is "{value}"; "{other}" was linked instead',
  notInTable: 'the table of {field} has no entry for it',
  notConvertible: 'it cannot fill {field} ({type})',
  notInEnumeration: 'the enumeration {field} has no entry for it',
  belowLeast: '{field} takes {min} at least; it was left out',
  aboveMost: '{field} takes {max} at most; it was left out',
  formRefused: '{field} does not take a text of this form; it was left out',
  entriesCut: '{field} takes {max} entries at most; the rest was left out',
  entryIncomplete: 'an entry of {field} lacks what it has to have; it was left out',
  cut: 'cut to the {max} characters that {field} takes',
  functionFailed: 'the function of "{option}" failed: {why}',
  transformed: 'transform: {why}',
  htmlEscaped: 'pieces of raw HTML that were escaped: {count}',
  codeSpaced:
    '`<` in code got a space behind it, because not every renderer sees code there: {count}',
  linksDisabled: 'unsafe links that were disabled: {count}',
  markdownUnread:
    'too much Markdown to be looked into; each `<` and `]` became a character that looks like it, so that no HTML and no link is left',
  jsonLdNoJson: 'is not valid JSON',
  jsonLdNoObject: 'is not a JSON object or array',
  jsonLdMixed: 'is an array with something else than objects in it',
  jsonLdTooDeep: 'nests deeper than {max} levels',
  jsonLdTooLong: 'is longer than {max} characters',
  jsonLdTooManyValues: 'has more than {max} values',
  fileNamed: "expected {expected}, after the article's slug",
  fileServed: 'expected {expected}; the file is served as that all the same',
  tooManyImages: 'expected at most {max} images; the rest was left out',
  imageNoBase64: 'expected base64-encoded bytes',
  imageNoDataUrl: 'expected a data URL with base64-encoded bytes',
  imageTwo: 'expected the same image as in base64; the one in base64 counts',
  adopted:
    'an entry was there already and is gone on with: no value in it was changed, empty fields were filled, and what differs is suggested',
  adoptedOverwritten:
    'an entry was there already and is gone on with: what the service says took the place of what was in it',
  bodyEmpty: 'the body is empty',
  bodyNotUtf8: 'the body is not UTF-8',
  bodyNoJson: 'the body is not valid JSON',
  bodyNoJsonAt: 'the body is not valid JSON (at position {position})',
  bodyTooManyValues: 'expected at most {max} values',
  bodyTooDeep: 'what nests deeper than {max} levels was left out',
  fieldMissing: 'a value is missing',
  fieldTwice: 'the field stands here twice; the last value counts',
  fieldRefused: 'refused field name',
  charactersLeftOut: 'characters that cannot be stored were left out',
  tooManyIssues: 'more than {max} issues; the rest is not listed',
  noObject: 'expected an object, received {found}',
  noList: 'expected a list, received {found}',
  noText: 'expected a string, received {found}',
  noNumber: 'expected a number, received {found}',
  noCount: 'expected a whole number from 0 to 2147483647',
  noKey: 'expected a string of 1 to 255 characters without control characters',
  noTime: 'expected a date and time with an offset, like 2026-09-01T08:00:00Z',
  noDay: 'expected a day, like 2026-09-01',
  noYear: 'expected a year from 1000 to 9999',
  noTitle: 'expected a title that is not blank',
  pageAnswers: 'the page answers {status} instead of 200',
  pageLeadsAway: 'the page leads to {url}',
  pageSlow: 'the page did not answer within {ms} ms',
  pageLarge: 'the page is larger than {max} bytes',
  pageFailed: 'the page could not be read: {why}',
  pageNoTitle: 'the page does not show the title',
  pageNoHero: 'the page does not show the hero image',
  pageNoJsonLd: 'the page has no JSON-LD of the article',
  pageBadJsonLd: 'the page has JSON-LD that is not valid JSON',
  pageNoCanonical: 'the page names no canonical address',
  pageOtherCanonical: 'the page names another canonical address: {url}',
} as const;

export type IssueCode = keyof typeof ISSUES;

/** Something about a delivery's content that did not fit: the field, and what was expected there. */
export interface Issue {
  /** Dotted path into the body, e.g. `article.images.0.byteSize`; empty for the body as a whole. */
  path: string;
  /** In English. */
  message: string;
  /** What to word it from in other languages; left out where there is only English. */
  code?: IssueCode;
  values?: Placeholders;
}

export const issueOf = (path: string, code: IssueCode, values: Placeholders = {}): Issue => ({
  path,
  message: filledIn(ISSUES[code], values),
  code,
  values,
});

/** Whether a word is the code of an issue. */
export const isIssueCode = (word: string): word is IssueCode => Object.hasOwn(ISSUES, word);

/** Whether an issue has a code. Those of versions before codes have its words alone. */
export function isIssue(issue: Issue, code: IssueCode): boolean {
  if (issue.code !== undefined) return issue.code === code;
  const [beginning = ''] = ISSUES[code].split('{');
  return issue.message.startsWith(beginning) && beginning !== '';
}
