import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { DeliverySummary, ShownState } from '../../../shared/deliveries/deliveries';

export const ARTICLE_UID = `plugin::${PLUGIN_ID}.article`;

const LOG = `/plugins/${PLUGIN_ID}`;

export const ADDRESS_OF_LOG = LOG;
export const ADDRESS_OF_WAITING = `${LOG}/waiting`;
export const ADDRESS_OF_PLANNED = `${LOG}/planned`;
export const ADDRESS_OF_LINKS = `${LOG}/links`;
export const ADDRESS_OF_PAGES = `${LOG}/pages`;
export const ADDRESS_OF_DECISIONS = `${LOG}/decisions`;

/** Addresses inside the admin panel. */
export const addressOfDelivery = (deliveryId: string) =>
  `${LOG}/deliveries/${encodeURIComponent(deliveryId)}`;

/** The entry that a delivery's article became, in its locale; null when there is none. */
export function addressOfArticle({
  documentId,
  contentType,
  locale,
}: Pick<DeliverySummary, 'documentId' | 'contentType' | 'locale'>): string | null {
  if (documentId === null) return null;
  const entry = `${contentType ?? ARTICLE_UID}/${encodeURIComponent(documentId)}`;
  const query = locale === null ? '' : `?plugins[i18n][locale]=${encodeURIComponent(locale)}`;
  return `/content-manager/collection-types/${entry}${query}`;
}

/** The event log, narrowed down the way its own filters do it. */
export const addressOfLog = (
  filter: { state: ShownState } | { articleId: string } | { since: string },
) => {
  const [[column, value]] = Object.entries(filter) as [[string, string]];
  const condition =
    column === 'since'
      ? '[receivedAt][$gte]'
      : `[${column === 'state' ? 'stateShown' : column}][$eq]`;
  return `${LOG}?page=1&filters[$and][0]${condition}=${encodeURIComponent(value)}`;
};

/** Where the site's server is; the panel may be served from elsewhere. */
export function siteAddress(): string {
  const { backendURL } = window.strapi as { backendURL?: string };
  return backendURL || window.location.origin;
}
