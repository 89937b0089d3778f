import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { DeliveryState } from '../../../shared/deliveries';

export const ARTICLE_UID = `plugin::${PLUGIN_ID}.article`;

const LOG = `/plugins/${PLUGIN_ID}`;

/** Addresses inside the admin panel. */
export const addressOfDelivery = (deliveryId: string) =>
  `${LOG}/deliveries/${encodeURIComponent(deliveryId)}`;

export const addressOfArticle = (documentId: string) =>
  `/content-manager/collection-types/${ARTICLE_UID}/${encodeURIComponent(documentId)}`;

/** The event log, narrowed down the way its own filters do it. */
export const addressOfLog = (
  filter: { state: DeliveryState } | { articleId: string } | { since: string },
) => {
  const [[column, value]] = Object.entries(filter) as [[string, string]];
  const condition = column === 'since' ? '[receivedAt][$gte]' : `[${column}][$eq]`;
  return `${LOG}?page=1&filters[$and][0]${condition}=${encodeURIComponent(value)}`;
};

/** Where the site's server is; the panel may be served from elsewhere. */
export function siteAddress(): string {
  const { backendURL } = window.strapi as { backendURL?: string };
  return backendURL || window.location.origin;
}
