import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { DeliveryState } from '../../../shared/deliveries';

const base = (strapi: Core.Strapi): string =>
  strapi.config.get<string>('admin.absoluteUrl').replace(/\/+$/, '');

/** Addresses of the admin panel, for those who are not in it. */
export const addressOfDelivery = (strapi: Core.Strapi, deliveryId: string): string =>
  `${base(strapi)}/plugins/${PLUGIN_ID}/deliveries/${encodeURIComponent(deliveryId)}`;

/** The event log, narrowed down to a state the way its own filters do it. */
export const addressOfState = (strapi: Core.Strapi, state: DeliveryState): string =>
  `${base(strapi)}/plugins/${PLUGIN_ID}?page=1&filters[$and][0][state][$eq]=${state}`;

/** The articles in which something waits for a person. */
export const addressOfAttention = (strapi: Core.Strapi): string =>
  `${base(strapi)}/content-manager/collection-types/plugin::${PLUGIN_ID}.article` +
  '?page=1&filters[$and][0][needsAttention][$eq]=true';
