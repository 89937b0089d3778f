import type { Core } from '@strapi/types';
import { ledgerOf } from '../../ledger/ledger';
import { eventLogOf } from '../../event-log/event-log';

/** A grey point, as PNG. */
const POINT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const HERO = 'https://cdn.example.com/pour-over.png';

/** A delivery with something in every field, for a site that has received none yet. */
const SAMPLE = {
  event: 'article.ready',
  orgId: 'org_sample',
  timestamp: '2026-01-15T08:00:01.000Z',
  article: {
    id: 'art_sample',
    campaignId: 'cmp_sample',
    campaign: { id: 'cmp_sample', name: 'Home Coffee', language: 'en', websiteId: 'site_sample' },
    contentPlan: { role: 'pillar', funnelStage: 'mofu', primaryKeyword: 'pour-over coffee' },
    title: 'How to brew pour-over coffee',
    slug: 'how-to-brew-pour-over-coffee',
    status: 'draft',
    description: 'Water, a filter and four minutes: a cup of coffee by hand.',
    content: `# Pour-over\n\nWet the **filter** first.\n\n![A dripper](${HERO})\n\n- 18 g coffee\n- 300 g water\n`,
    tldr: 'Wet the filter, bloom, pour slowly.',
    keyTakeaways: ['Weigh the water', 'Let it bloom'],
    keywords: ['pour-over', 'coffee'],
    language: 'en',
    articleType: 'pillar',
    category: 'Brewing',
    tags: ['coffee', 'filter'],
    frontmatterDate: '2026-01-15',
    author: 'Marta Lindqvist',
    wordCount: 12,
    readingTimeMinutes: 1,
    readingTimeText: '1 min read',
    heroImageUrl: HERO,
    heroImageAlt: 'A dripper on a cup',
    images: [{ kind: 'hero', url: HERO, alt: 'A dripper on a cup', base64: POINT }],
    files: {
      llmTxt: { content: '# How to brew pour-over coffee\n' },
      jsonLd: { content: '{"@context":"https://schema.org","@type":"Article"}' },
    },
    createdAt: '2026-01-14T08:00:00.000Z',
    updatedAt: '2026-01-15T08:00:00.000Z',
  },
};

/** The newest delivery that can be read, or a small one that is always there. */
export async function sampleBody(strapi: Core.Strapi): Promise<Buffer> {
  const row = await ledgerOf(strapi).deliveries.all.findOne({
    select: ['id'],
    where: { state: { $in: ['applied', 'pending', 'superseded'] } },
    orderBy: { id: 'desc' },
  });
  const newest =
    row &&
    (await eventLogOf(strapi)
      .body(row.id)
      .catch(() => null));
  return newest ?? Buffer.from(JSON.stringify(SAMPLE));
}
