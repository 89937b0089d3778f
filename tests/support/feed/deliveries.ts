import { randomBytes } from 'node:crypto';
import type { WireImage } from './images';

/** A delivery as the feed describes it, complete: what the service sends, not what we tolerate. */
export interface WireDelivery {
  event: string;
  orgId: string;
  timestamp: string;
  article: WireArticle;
}

export interface WireArticle {
  id: string;
  campaignId: string;
  campaign: { id: string; name: string; language: string; websiteId: string };
  contentPlan: Record<
    | 'id'
    | 'itemId'
    | 'topicClusterId'
    | 'topicClusterTitle'
    | 'role'
    | 'contentRole'
    | 'funnelStage'
    | 'primaryKeyword'
    | 'plannedForDate',
    string
  >;
  title: string;
  slug: string;
  status: string;
  description: string;
  content: string;
  tldr: string;
  keyTakeaways: string[];
  keywords: string[];
  language: string;
  articleType: string;
  category: string;
  tags: string[];
  frontmatterDate: string;
  author: string;
  wordCount: number;
  readingTimeMinutes: number;
  readingTimeText: string;
  reviewScore: number | null;
  reviewVerdict: string;
  qualitySummary: string;
  qualityFailedChecks: unknown[];
  heroImageUrl: string;
  heroImageAlt: string;
  images: WireImage[];
  files: {
    llmTxt: { fileName: string; contentType: string; encoding: string; content: string };
    jsonLd: { contentType: string; encoding: string; content: string };
  };
  createdAt: string;
  updatedAt: string;
}

/** What a test wants to be different; the article's fields replace whole values, no deeper. */
export interface DeliveryOverrides extends Partial<Omit<WireDelivery, 'article'>> {
  article?: Partial<WireArticle>;
}

const CREATED = Date.parse('2026-09-01T08:00:00.000Z');
const MINUTE = 60_000;
let made = 0;

const identifier = (prefix: string) => `${prefix}_${randomBytes(10).toString('hex')}`;

/**
 * A fresh, valid delivery of an article that no other test knows. Each call is a minute later
 * than the one before, so that deliveries made in order are also newer in order.
 */
export function makeDelivery({ article, ...envelope }: DeliveryOverrides = {}): WireDelivery {
  made += 1;
  const time = CREATED + made * MINUTE;
  const defaults = makeArticle(new Date(time).toISOString(), article?.title, article?.slug);
  return {
    event: 'article.ready',
    orgId: 'org_6a3e018e66f4136e1595',
    timestamp: new Date(time + 1_200).toISOString(),
    ...envelope,
    article: { ...defaults, ...article },
  };
}

/** The next delivery of the same article: a minute later, with these changes. */
export function nextDelivery(before: WireDelivery, changes: DeliveryOverrides = {}): WireDelivery {
  const later = (time: string) => new Date(Date.parse(time) + MINUTE).toISOString();
  return {
    ...before,
    timestamp: later(before.timestamp),
    ...changes,
    article: {
      ...before.article,
      updatedAt: later(before.article.updatedAt),
      ...changes.article,
    },
  };
}

/** The next delivery of the same article, with the service's word on its status and with these changes. */
export const nextWord = (
  before: WireDelivery,
  status: string,
  article: Partial<WireArticle> = {},
): WireDelivery =>
  nextDelivery(before, { event: 'article.status_changed', article: { status, ...article } });

function makeArticle(
  updatedAt: string,
  title = `Article ${made}`,
  slug = `article-${made}-${randomBytes(3).toString('hex')}`,
): WireArticle {
  const campaignId = identifier('cmp');
  const jsonLd = {
    '@context': 'https://schema.org',
    '@graph': [{ '@type': 'Article', name: title }],
  };
  return {
    id: identifier('art'),
    campaignId,
    campaign: {
      id: campaignId,
      name: 'Home Coffee Guides',
      language: 'en',
      websiteId: identifier('site'),
    },
    contentPlan: {
      id: identifier('plan'),
      itemId: identifier('item'),
      topicClusterId: identifier('cluster'),
      topicClusterTitle: 'Brewing',
      role: 'pillar',
      contentRole: 'in-depth how-to guide',
      funnelStage: 'mofu',
      primaryKeyword: title.toLowerCase(),
      plannedForDate: '2026-09-20',
    },
    title,
    slug,
    status: 'draft',
    description: `About ${title}.`,
    content: `# ${title}\n\nWater first, then coffee.\n`,
    tldr: 'Water first.',
    keyTakeaways: ['Weigh the water'],
    keywords: ['coffee'],
    language: 'en',
    articleType: 'pillar',
    category: 'brewing',
    tags: ['coffee'],
    frontmatterDate: '2026-09-14',
    author: 'Marta Lindqvist',
    wordCount: 7,
    readingTimeMinutes: 1,
    readingTimeText: '1 min read',
    reviewScore: null,
    reviewVerdict: 'PASS',
    qualitySummary: 'All checks passed.',
    qualityFailedChecks: [],
    heroImageUrl: '',
    heroImageAlt: '',
    images: [],
    files: {
      llmTxt: {
        fileName: `${slug}.llm.txt`,
        contentType: 'text/plain',
        encoding: 'utf-8',
        content: `# ${title}\n`,
      },
      jsonLd: {
        contentType: 'application/ld+json',
        encoding: 'utf-8',
        content: JSON.stringify(jsonLd),
      },
    },
    createdAt: new Date(CREATED).toISOString(),
    updatedAt,
  };
}
