import { issueOf, type Issue, type IssueCode } from '../../../../shared/deliveries/issues';
import { cleanJson } from '../../read-delivery/clean';
import type { WireDelivery } from '../../read-delivery/wire';
import { replaceAddresses, replaceInJson } from '../../text/addresses/addresses';
import { checkFiles } from './check-files';
import { escapeHtmlInJson } from '../../text/json-ld/json-html';
import { parseJsonLd } from '../../text/json-ld/json-ld';
import { sanitizeMarkdown, type MarkdownChange } from '../../text/markdown/safe-markdown';
import type { Fields } from '../merge/merge';
import type { ArticleLink, Relink } from '../addresses/relink';
import { rewriteLinks } from '../addresses/rewrite-links';

export interface MappingContext {
  /** Delivered image addresses, and where the images are now. */
  addresses: ReadonlyMap<string, string>;
  html: 'escape' | 'allow';
  /** Where links to other articles lead; null where they stay as they are. */
  relink: Relink | null;
  /** Fields that the wire schema does not know, by dotted path into the body. */
  unknown: ReadonlyMap<string, unknown>;
}

const instant = (value: string | null): string | null =>
  value === null ? null : new Date(value).toISOString();

/**
 * What a delivery says about the attributes of its Article, apart from the slug (which depends on
 * other articles) and from what it refers to (campaign, tags, images). docs/fields.md is this
 * table in words.
 */
export function mapArticle(
  { orgId, article }: WireDelivery,
  { addresses, html, relink, unknown }: MappingContext,
): { fields: Fields; issues: Issue[]; links: ArticleLink[] } {
  const issues = checkFiles(article);
  const links: ArticleLink[] = [];
  const { contentPlan: plan, files } = article;
  const fields: Fields = {
    sourceId: article.id,
    orgId,
    title: article.title,
    description: article.description,
    content: mapContent(article.content, { addresses, html, relink }, { issues, links }),
    tldr: article.tldr,
    keyTakeaways: article.keyTakeaways,
    keywords: article.keywords,
    language: article.language,
    articleType: article.articleType,
    category: article.category,
    frontmatterDate: article.frontmatterDate,
    author: article.author,
    wordCount: article.wordCount,
    readingTimeMinutes: article.readingTimeMinutes,
    readingTimeText: article.readingTimeText,
    reviewScore: article.reviewScore,
    reviewVerdict: article.reviewVerdict,
    qualitySummary: article.qualitySummary,
    qualityFailedChecks: article.qualityFailedChecks,
    heroImageAlt: article.heroImageAlt,
    planId: plan?.id ?? null,
    planItemId: plan?.itemId ?? null,
    topicClusterId: plan?.topicClusterId ?? null,
    topicClusterTitle: plan?.topicClusterTitle ?? null,
    role: plan?.role ?? null,
    contentRole: plan?.contentRole ?? null,
    funnelStage: plan?.funnelStage ?? null,
    primaryKeyword: plan?.primaryKeyword ?? null,
    plannedForDate: plan?.plannedForDate ?? null,
    jsonLd: mapJsonLd(files?.jsonLd?.content ?? null, addresses, html, issues),
    llmsTxt: mapLlmsTxt(files?.llmTxt?.content ?? null, addresses),
    sourceStatus: article.status,
    sourceCreatedAt: instant(article.createdAt),
    sourceUpdatedAt: instant(article.updatedAt),
    extra: mapExtra(unknown),
  };
  return { fields, issues, links };
}

/** The issues that say what was changed in Markdown. */
const CHANGES: Record<MarkdownChange['kind'], IssueCode> = {
  html: 'htmlEscaped',
  code: 'codeSpaced',
  link: 'linksDisabled',
  unread: 'markdownUnread',
};

function mapContent(
  content: string | null,
  { addresses, html, relink }: Omit<MappingContext, 'unknown'>,
  { issues, links }: { issues: Issue[]; links: ArticleLink[] },
): string | null {
  if (content === null) return null;
  const placed = replaceAddresses(content, addresses);
  const linked = relink ? rewriteLinks(placed, relink, html) : { markdown: placed, links: [] };
  links.push(...linked.links);
  // Last, so that rewritten links are checked like everything else.
  const { markdown, changes } = sanitizeMarkdown(linked.markdown, html);
  for (const { kind, count } of changes) {
    issues.push(issueOf('article.content', CHANGES[kind], { count }));
  }
  return markdown;
}

function mapJsonLd(
  content: string | null,
  addresses: ReadonlyMap<string, string>,
  html: 'escape' | 'allow',
  issues: Issue[],
): unknown {
  if (content === null) return null;
  const path = 'article.files.jsonLd.content';
  const parsed = parseJsonLd(content);
  if (!parsed.ok) {
    issues.push(issueOf(path, parsed.code, parsed.values));
    return null;
  }
  const jsonLd = cleanJson(replaceInJson(parsed.value, addresses));
  if (html === 'allow') return jsonLd;
  const { value, count } = escapeHtmlInJson(jsonLd);
  if (count > 0) issues.push(issueOf(path, 'htmlEscaped', { count }));
  return value;
}

/** Null for one with nothing in it, which is no file to readers. */
const mapLlmsTxt = (
  content: string | null,
  addresses: ReadonlyMap<string, string>,
): string | null => (content?.trim() ? replaceAddresses(content, addresses) : null);

/**
 * Fields that the feed added later, by their path within the article (`seoTitle`,
 * `campaign.budget`); those of the delivery itself under `delivery.`.
 */
function mapExtra(unknown: ReadonlyMap<string, unknown>): Record<string, unknown> | null {
  if (unknown.size === 0) return null;
  const named = [...unknown].map(([path, value]): [string, unknown] => [
    path.startsWith('article.') ? path.slice('article.'.length) : `delivery.${path}`,
    value,
  ]);
  return Object.fromEntries(named);
}
