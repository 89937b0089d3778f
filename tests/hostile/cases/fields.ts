/** What a field takes without complaint. */
type Kind = 'text' | 'key' | 'count' | 'number' | 'day' | 'instant' | 'texts' | 'list' | 'object';

interface Field {
  kind: Kind;
  /** The delivery is unusable without it. */
  required?: true;
  /** The article's attribute that shows it. */
  attribute?: string;
  /** Compared with something else: a value of the right type may still be an issue. */
  compared?: true;
}

const text = (attribute?: string): Field => ({ kind: 'text', attribute });
const compared = (field: Field): Field => ({ ...field, compared: true });
const object: Field = { kind: 'object' };

/** Every field of the feed's tables, by its path in a delivery. */
export const FIELDS: Record<string, Field> = {
  event: { kind: 'key', required: true },
  orgId: { kind: 'key', attribute: 'orgId' },
  timestamp: { kind: 'instant', required: true },
  article: { kind: 'object', required: true },
  'article.id': { kind: 'key', required: true },
  'article.campaignId': compared({ kind: 'key' }),
  'article.campaign': object,
  'article.campaign.id': compared({ kind: 'key' }),
  'article.campaign.name': text(),
  'article.campaign.language': text(),
  'article.campaign.websiteId': text(),
  'article.contentPlan': object,
  'article.contentPlan.id': text('planId'),
  'article.contentPlan.itemId': text('planItemId'),
  'article.contentPlan.topicClusterId': text('topicClusterId'),
  'article.contentPlan.topicClusterTitle': text('topicClusterTitle'),
  'article.contentPlan.role': text('role'),
  'article.contentPlan.contentRole': text('contentRole'),
  'article.contentPlan.funnelStage': text('funnelStage'),
  'article.contentPlan.primaryKeyword': text('primaryKeyword'),
  'article.contentPlan.plannedForDate': { kind: 'day', attribute: 'plannedForDate' },
  'article.title': { kind: 'text', required: true, attribute: 'title' },
  'article.slug': compared(text()),
  'article.status': { kind: 'key', attribute: 'sourceStatus' },
  'article.description': text('description'),
  'article.content': text('content'),
  'article.tldr': text('tldr'),
  'article.keyTakeaways': { kind: 'texts', attribute: 'keyTakeaways' },
  'article.keywords': { kind: 'texts', attribute: 'keywords' },
  'article.language': text('language'),
  'article.articleType': text('articleType'),
  'article.category': text('category'),
  'article.tags': { kind: 'texts' },
  'article.frontmatterDate': { kind: 'day', attribute: 'frontmatterDate' },
  'article.author': text('author'),
  'article.wordCount': { kind: 'count', attribute: 'wordCount' },
  'article.readingTimeMinutes': { kind: 'count', attribute: 'readingTimeMinutes' },
  'article.readingTimeText': text('readingTimeText'),
  'article.reviewScore': { kind: 'number', attribute: 'reviewScore' },
  'article.reviewVerdict': text('reviewVerdict'),
  'article.qualitySummary': text('qualitySummary'),
  'article.qualityFailedChecks': { kind: 'list', attribute: 'qualityFailedChecks' },
  'article.heroImageUrl': compared(text()),
  'article.heroImageAlt': text('heroImageAlt'),
  'article.images': compared({ kind: 'list' }),
  'article.images.0': compared(object),
  'article.images.0.kind': text(),
  'article.images.0.url': text(),
  'article.images.0.alt': text(),
  'article.images.0.caption': text(),
  'article.images.0.contentType': compared(text()),
  'article.images.0.byteSize': compared({ kind: 'count' }),
  'article.images.0.base64': compared(text()),
  'article.images.0.dataUrl': compared(text()),
  'article.files': object,
  'article.files.llmTxt': object,
  'article.files.llmTxt.fileName': compared(text()),
  'article.files.llmTxt.contentType': compared(text()),
  'article.files.llmTxt.encoding': compared(text()),
  'article.files.llmTxt.content': text('llmsTxt'),
  'article.files.jsonLd': object,
  'article.files.jsonLd.contentType': compared(text()),
  'article.files.jsonLd.encoding': compared(text()),
  'article.files.jsonLd.content': compared(text()),
  'article.createdAt': { kind: 'instant', attribute: 'sourceCreatedAt' },
  'article.updatedAt': { kind: 'instant', attribute: 'sourceUpdatedAt' },
};

/** Values of every type; `undefined` is a field that is not there. */
export const VALUES = {
  null: null,
  missing: undefined,
  number: 7,
  string: 'some words',
  boolean: true,
  object: { unexpected: 1 },
  array: ['some words'],
  'a huge number': 1e300,
  'a huge string': 'x'.repeat(300_000),
} as const;

export type ValueName = keyof typeof VALUES;

const ABSENT: ValueName[] = ['null', 'missing'];

const TAKES: Record<Kind, ValueName[]> = {
  text: ['string', 'a huge string'],
  key: ['string'],
  count: ['number'],
  number: ['number', 'a huge number'],
  day: [],
  instant: [],
  texts: ['array'],
  list: ['array'],
  object: ['object'],
};

/** Whether a value is what the field is for. */
export const isTaken = ({ kind }: Field, value: ValueName): boolean => TAKES[kind].includes(value);

/** Whether the delivery is taken, whatever that does to the field. */
export function isUsable(path: string, field: Field, value: ValueName): boolean {
  if (!field.required) return true;
  // An object is an article only with an id and a title in it.
  return path !== 'article' && isTaken(field, value);
}

/** Whether the field costs itself an issue. */
export function isIssue(field: Field, value: ValueName): boolean {
  return !ABSENT.includes(value) && !isTaken(field, value);
}
