import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { ownTypeOf } from '../config/site-options';
import type { DeliveryState, DeliverySummary } from '../../../shared/deliveries/deliveries';

const base = (strapi: Core.Strapi): string =>
  strapi.config.get<string>('admin.absoluteUrl').replace(/\/+$/, '');

/** Addresses of the admin panel, for those who are not in it. */
export const addressOfDelivery = (strapi: Core.Strapi, deliveryId: string): string =>
  `${base(strapi)}/plugins/${PLUGIN_ID}/deliveries/${encodeURIComponent(deliveryId)}`;

/** The event log, narrowed down to a state the way its own filters do it. */
export const addressOfState = (strapi: Core.Strapi, state: DeliveryState): string =>
  `${base(strapi)}/plugins/${PLUGIN_ID}?page=1&filters[$and][0][state][$eq]=${state}`;

/** The articles in which something waits for a person; a type of the site's own has no list of them. */
export const addressOfAttention = (strapi: Core.Strapi): string =>
  ownTypeOf(strapi)
    ? `${base(strapi)}/plugins/${PLUGIN_ID}/waiting`
    : `${base(strapi)}/content-manager/collection-types/plugin::${PLUGIN_ID}.article` +
      '?page=1&filters[$and][0][needsAttention][$eq]=true';

/** All deliveries. */
export const addressOfLog = (strapi: Core.Strapi): string => `${base(strapi)}/plugins/${PLUGIN_ID}`;

type WithEntry = Pick<DeliverySummary, 'documentId' | 'contentType' | 'locale'>;

/** The entry that a delivery's article became, in its locale; null where there is none. */
export const addressOfEntry = (strapi: Core.Strapi, entry: WithEntry): string | null =>
  entryPage(strapi, entry, '');

/**
 * Strapi's page with the preview of an entry, for those who are signed in: an address outside may hold
 * the site's secret. Null where the site has no previews.
 */
export const addressOfPreview = (strapi: Core.Strapi, entry: WithEntry): string | null =>
  strapi.config.get('admin.preview.enabled') ? entryPage(strapi, entry, '/preview') : null;

function entryPage(
  strapi: Core.Strapi,
  { documentId, contentType, locale }: WithEntry,
  page: string,
): string | null {
  if (documentId === null || contentType === null) return null;
  const of = `${contentType}/${encodeURIComponent(documentId)}${page}`;
  const preview = page === '' ? '' : 'status=draft';
  const language = locale === null ? '' : `plugins[i18n][locale]=${encodeURIComponent(locale)}`;
  const query = [preview, language].filter((part) => part !== '').join('&');
  return `${base(strapi)}/content-manager/collection-types/${of}${query === '' ? '' : `?${query}`}`;
}
