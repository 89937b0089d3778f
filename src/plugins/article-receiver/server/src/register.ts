import type { Core } from '@strapi/types';
import { leaveBodyUnread } from './edge/own-body';
import { takeToken, webhookPath } from './edge/webhook-path';
import { models } from './event-log/models';

/** Before the database is there: tables, and the webhook's place in front of Strapi's middlewares. */
export default function register({ strapi }: { strapi: Core.Strapi }): void {
  const client = strapi.config.get<'sqlite' | 'postgres' | 'mysql'>('database.connection.client');
  for (const model of models(client)) strapi.get('models').add(model as never);
  const base = webhookPath(strapi);
  strapi.server.use(takeToken(base));
  leaveBodyUnread(strapi, base);
}
