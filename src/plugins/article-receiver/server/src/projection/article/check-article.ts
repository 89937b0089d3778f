import { issueOf, type Issue } from '../../../../shared/deliveries/issues';
import type { WireArticle } from '../../read-delivery/wire';
import { slugWithin, toSlug } from '../addresses/slug';
import { distinctTags, MAX_TAG_LENGTH, MAX_TAGS } from '../shared-documents/tag-name';
import { heroAddressOf, isHero } from './hero-image';

/**
 * What an article is going to ask for as its slug, and whether that had to be made, or cut.
 * @param room what the site's field for it takes, where there is a site.
 */
export function readSlug(
  { id, title, slug }: WireArticle,
  room?: { field: string; max: number },
): { slug: string; issues: Issue[] } {
  const whole = toSlug(slug, title, id);
  const own = room ? slugWithin(whole, room.max) : whole;
  const isMade = slug !== null && slug !== whole;
  const made = isMade ? [issueOf('article.slug', 'slugMade')] : [];
  const cut = own === whole ? [] : [issueOf('article.slug', 'cut', { ...room })];
  return { slug: own, issues: [...made, ...cut] };
}

/**
 * Whether the hero that a delivery names is among its images.
 * @param usable those that have bytes.
 */
export function checkHero(
  article: WireArticle,
  usable: readonly { kind: string | null; url: string | null }[],
): Issue[] {
  const address = heroAddressOf(article);
  if (address === null || usable.some((image) => isHero(image, address))) return [];
  return [issueOf('article.heroImageUrl', 'heroMissing')];
}

/** Whether a delivery says one campaign in both places. */
export function checkCampaign({ campaign, campaignId }: WireArticle): Issue[] {
  if (campaignId === null || !campaign?.id || campaign.id === campaignId) return [];
  return [issueOf('article.campaign.id', 'campaignDiffers', { expected: campaignId })];
}

/** Whether the plugin's own Article takes all tags of a delivery. */
export const checkTags = (article: WireArticle): Issue[] => [
  ...((article.tags ?? []).some((name) => name.length > MAX_TAG_LENGTH)
    ? [issueOf('article.tags', 'tagsTooLong', { max: MAX_TAG_LENGTH })]
    : []),
  ...(distinctTags(article).length > MAX_TAGS
    ? [issueOf('article.tags', 'tooManyTags', { max: MAX_TAGS })]
    : []),
];
