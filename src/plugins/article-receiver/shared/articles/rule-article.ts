/** An image of an article, once it is in the Media Library. */
export interface RuleImage {
  /** Its number there. */
  readonly id: number;
  readonly alt: string | null;
  readonly caption: string | null;
  readonly kind: string | null;
  readonly sourceUrl: string;
}

type Text = string | null;
type Texts = readonly string[] | null;

/** The feed's values by the names that `from` takes; what a delivery leaves out is null. */
export interface FeedValues {
  readonly sourceId: string;
  readonly orgId: Text;
  readonly title: string;
  /** The one that the entry really has. */
  readonly slug: string;
  readonly description: Text;
  readonly content: Text;
  readonly tldr: Text;
  readonly keyTakeaways: Texts;
  readonly keywords: Texts;
  readonly language: Text;
  readonly articleType: Text;
  readonly category: Text;
  readonly tags: readonly string[];
  readonly frontmatterDate: Text;
  readonly author: Text;
  readonly wordCount: number | null;
  readonly readingTimeMinutes: number | null;
  readonly readingTimeText: Text;
  readonly heroImage: RuleImage | null;
  readonly heroImageAlt: Text;
  readonly images: readonly RuleImage[];
  readonly campaign: unknown;
  readonly 'campaign.sourceId': Text;
  readonly 'campaign.name': Text;
  readonly 'campaign.language': Text;
  readonly 'campaign.websiteId': Text;
  readonly planId: Text;
  readonly planItemId: Text;
  readonly topicClusterId: Text;
  readonly topicClusterTitle: Text;
  readonly role: Text;
  readonly contentRole: Text;
  readonly funnelStage: Text;
  readonly primaryKeyword: Text;
  readonly plannedForDate: Text;
  readonly jsonLd: unknown;
  readonly llmsTxt: Text;
  readonly sourceStatus: Text;
  readonly isPublished: boolean;
  readonly reviewScore: number | null;
  readonly reviewVerdict: Text;
  readonly qualitySummary: Text;
  readonly qualityFailedChecks: unknown;
  readonly sourceCreatedAt: Text;
  readonly sourceUpdatedAt: Text;
  readonly extra: unknown;
}

/** What a function of a site's own is given of an article. */
export type RuleArticle = FeedValues & Readonly<Record<string, unknown>>;
