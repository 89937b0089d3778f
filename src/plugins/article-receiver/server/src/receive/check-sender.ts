import type { Core } from '@strapi/types';
import { reasonOf, type Reason } from '../../../shared/deliveries/reasons';
import type { Options } from '../config/options';
import { optionsOf } from '../config/site-options';
import type { WireDelivery } from '../read-delivery/wire';
import { ledgerOf } from '../ledger/ledger';

/**
 * Why a readable delivery is none of this site's, by its option `accept`; null when it is. The
 * address of the webhook is the feed's only secret, so whoever knows it could send for anybody.
 */
export async function refusalOf(
  strapi: Core.Strapi,
  delivery: WireDelivery,
): Promise<Reason | null> {
  if ((await refusalBy(strapi, delivery, optionsOf(strapi))) === null) return null;
  // Somebody may have accepted it at another instance a moment ago, and this one not know of it yet.
  return refusalBy(strapi, delivery, await ledgerOf(strapi).settings.refresh());
}

async function refusalBy(
  strapi: Core.Strapi,
  { orgId, article }: WireDelivery,
  { accept: { orgIds, websiteIds, pin } }: Pick<Options, 'accept'>,
): Promise<Reason | null> {
  if (orgIds && !(orgId !== null && orgIds.includes(orgId))) {
    return reasonOf('orgNotListed', { id: shown(orgId) });
  }
  const websiteId = article.campaign?.websiteId ?? null;
  if (websiteIds && !(websiteId !== null && websiteIds.includes(websiteId))) {
    return reasonOf('websiteNotListed', { id: shown(websiteId) });
  }
  if (pin === 'none') return null;
  if (orgId === null) return reasonOf('orgMissing');
  if ((await ledgerOf(strapi).pins.settle('orgId', orgId)) === orgId) return null;
  return reasonOf('orgNotPinned', { id: shown(orgId) });
}

/** An identifier as a reason can show it; whoever sent it may have made it up. */
const shown = (id: string | null): string =>
  id === null ? 'a missing value' : `"${id.slice(0, 100)}"`;
