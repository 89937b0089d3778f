import type { Core } from '@strapi/types';

interface WebhookStore {
  /** @param key by which Strapi's admin words the event. */
  addAllowedEvent(key: string, event: string): void;
}

/** What the site's webhooks can be made for: Strapi takes no other events. */
export const webhookStore = (strapi: Core.Strapi): WebhookStore =>
  strapi.get<WebhookStore>('webhookStore');
