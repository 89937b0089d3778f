const BEFORE_IDS = [
  'title:8 slug:4',
  'description:12',
  'tldr:12',
  'content:12',
  'heroImage:6 heroImageAlt:6',
  'author:4 frontmatterDate:4 language:4',
  'category:6 articleType:6',
  'tags:6 campaign:6',
  'keyTakeaways:12',
  'keywords:12',
  'llmsTxt:12',
  'jsonLd:12',
  'images:12',
  'wordCount:4 readingTimeMinutes:4 readingTimeText:4',
  'primaryKeyword:8 plannedForDate:4',
  'role:4 contentRole:4 funnelStage:4',
  'topicClusterTitle:6 topicClusterId:6',
  'planId:6 planItemId:6',
  'sourceStatus:4 reviewVerdict:4 reviewScore:4',
  'qualitySummary:12',
  'qualityFailedChecks:12',
];
const AFTER_IDS = ['sourceCreatedAt:6 sourceUpdatedAt:6', 'previousSlugs:12', 'extra:12'];

/**
 * Lists and forms that a site was given before, as names and widths: one that still has exactly these
 * never arranged its own.
 */
export const FORMER_VIEWS: Readonly<Record<'lists' | 'forms', readonly string[]>> = {
  lists: [
    'title language category sourceStatus sourceUpdatedAt',
    'title needsAttention language category sourceStatus sourceUpdatedAt',
  ],
  forms: [
    // What Strapi makes of the form of 0.1.0 when it meets the attribute that came later.
    [...BEFORE_IDS, 'sourceId:6 orgId:6', ...AFTER_IDS, 'needsAttention:4'].join('\n'),
    [...BEFORE_IDS, 'sourceId:4 orgId:4 needsAttention:4', ...AFTER_IDS].join('\n'),
  ],
};
