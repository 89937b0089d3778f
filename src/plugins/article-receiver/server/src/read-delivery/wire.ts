import { z } from 'zod';
import type { IssueCode } from '../../../shared/deliveries/issues';
import { cleanText } from './clean';

/**
 * The feed's delivery body, version 1.0, as its document describes it.
 *
 * A field that is not nullish here is one that a delivery cannot do without: it identifies or
 * orders the delivery. Everything else may be missing, null or wrong without costing the article
 * (see `tolerate.ts`). Vocabulary (event, status, role, kind…) is open: the feed's document shows
 * one value of each and lists none.
 */

/** Largest value of an `integer` column on all supported databases. */
const MAX_INTEGER = 2 ** 31 - 1;

/** Longest value that still fits an indexed key column (varchar(255)) on all databases. */
const MAX_KEY_LENGTH = 255;

/** What a field expects is said as the code of an issue, so that it can be worded in any language. */
const says = (code: IssueCode): IssueCode => code;

const isKey = (value: string): boolean =>
  value.length <= MAX_KEY_LENGTH &&
  value.isWellFormed() &&
  value.trim() !== '' &&
  !/\p{Cc}/u.test(value);

const key = z.string(says('noKey')).refine(isKey, says('noKey'));
const text = z.string(says('noText'));
const count = z.int(says('noCount')).min(0, says('noCount')).max(MAX_INTEGER, says('noCount'));

/** Years that every supported database can store as a date. */
const inKnownYears = (value: string): boolean => {
  const year = new Date(value).getUTCFullYear();
  return year >= 1000 && year <= 9999;
};

/** MySQL and MariaDB are given times in the zone of the site: in some the year 10000 has begun by then. */
const LAST_DAY = Date.UTC(9999, 11, 31);

const instant = z.iso
  .datetime({ offset: true, error: says('noTime') })
  .refine((value) => inKnownYears(value) && Date.parse(value) < LAST_DAY, says('noYear'));
const day = z.iso.date(says('noDay')).refine(inKnownYears, says('noYear'));
const json = z.unknown();

/** In the document that describes the webhook: fields that the feed adds later are welcome. */
const open = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object(shape).meta({ additionalProperties: true });

const campaign = open({
  id: key.nullish(),
  name: text.nullish(),
  language: text.nullish(),
  websiteId: text.nullish(),
});

const contentPlan = open({
  id: text.nullish(),
  itemId: text.nullish(),
  topicClusterId: text.nullish(),
  topicClusterTitle: text.nullish(),
  role: text.nullish(),
  contentRole: text.nullish(),
  funnelStage: text.nullish(),
  primaryKeyword: text.nullish(),
  plannedForDate: day.nullish(),
});

const image = open({
  kind: text.nullish(),
  url: text.nullish(),
  alt: text.nullish(),
  caption: text.nullish(),
  contentType: text.nullish(),
  byteSize: count.nullish(),
  base64: text.nullish(),
  dataUrl: text.nullish(),
});

const files = open({
  llmTxt: open({
    fileName: text.nullish(),
    contentType: text.nullish(),
    encoding: text.nullish(),
    content: text.nullish(),
  }).nullish(),
  jsonLd: open({
    contentType: text.nullish(),
    encoding: text.nullish(),
    content: text.nullish(),
  }).nullish(),
});

const article = open({
  id: key,
  campaignId: key.nullish(),
  campaign: campaign.nullish(),
  contentPlan: contentPlan.nullish(),
  title: text.refine((value) => cleanText(value).trim() !== '', says('noTitle')),
  slug: text.nullish(),
  status: key.nullish(),
  description: text.nullish(),
  content: text.nullish(),
  tldr: text.nullish(),
  keyTakeaways: z.array(text).nullish(),
  keywords: z.array(text).nullish(),
  language: text.nullish(),
  articleType: text.nullish(),
  category: text.nullish(),
  tags: z.array(text).nullish(),
  frontmatterDate: day.nullish(),
  author: text.nullish(),
  wordCount: count.nullish(),
  readingTimeMinutes: count.nullish(),
  readingTimeText: text.nullish(),
  reviewScore: z.number(says('noNumber')).nullish(),
  reviewVerdict: text.nullish(),
  qualitySummary: text.nullish(),
  qualityFailedChecks: z.array(json).nullish(),
  heroImageUrl: text.nullish(),
  heroImageAlt: text.nullish(),
  images: z.array(image).nullish(),
  files: files.nullish(),
  createdAt: instant.nullish(),
  updatedAt: instant.nullish(),
});

export const wireSchema = open({
  event: key,
  orgId: key.nullish(),
  timestamp: instant,
  article,
});

/** A delivery as the rest of the code sees it: every optional field is a value or null. */
type Settled<T> = T extends readonly (infer E)[]
  ? NonNullable<Settled<E>>[]
  : T extends object
    ? {
        [K in keyof T]-?:
          Settled<Exclude<T[K], undefined>> | (undefined extends T[K] ? null : never);
      }
    : T;

export type WireDelivery = Settled<z.output<typeof wireSchema>>;
export type WireArticle = WireDelivery['article'];
export type WireImage = NonNullable<WireArticle['images']>[number];
