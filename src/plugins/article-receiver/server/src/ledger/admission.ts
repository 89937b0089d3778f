import type { Core } from '@strapi/types';
import { optionsOf } from '../config/site-options';
import type { WireDelivery } from '../delivery/wire';
import { pinned } from './pins';

/**
 * Why a readable delivery is none of this site's, by its option `accept`; null when it is. The
 * address of the webhook is the feed's only secret, so whoever knows it could send for anybody.
 */
export async function refusalOf(
  strapi: Core.Strapi,
  { orgId, article }: WireDelivery,
): Promise<string | null> {
  const { orgIds, websiteIds, pin } = optionsOf(strapi).accept;
  if (orgIds && !(orgId !== null && orgIds.includes(orgId))) {
    return `orgId: ${shown(orgId)} is not accepted; accept.orgIds does not name it`;
  }
  const websiteId = article.campaign?.websiteId ?? null;
  if (websiteIds && !(websiteId !== null && websiteIds.includes(websiteId))) {
    const path = 'article.campaign.websiteId';
    return `${path}: ${shown(websiteId)} is not accepted; accept.websiteIds does not name it`;
  }
  if (pin === 'none') return null;
  if (orgId === null) return 'orgId: a missing value is not accepted (accept.pin)';
  if ((await pinned(strapi, 'orgId', orgId)) === orgId) return null;
  return `orgId: ${shown(orgId)} is not accepted; another organization came first (accept.pin)`;
}

/** An identifier as a reason can show it; whoever sent it may have made it up. */
const shown = (id: string | null): string =>
  id === null ? 'a missing value' : `"${id.slice(0, 100)}"`;
