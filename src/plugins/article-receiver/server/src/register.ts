import type { Core } from '@strapi/types';
import { hideOwnTypes } from './content/hide-own-types';
import { checkTarget } from './content/target-of';
import { fillInDefaults, ownTypeOf } from './config/site-options';
import { leaveBodyUnread } from './edge/own-body';
import { takeToken, webhookPath } from './edge/webhook-path';
import { models } from './event-log/models';
import { shareWithGraphql } from './graphql';

/** Before the database is there: tables, and the webhook's place in front of Strapi's middlewares. */
export default function register({ strapi }: { strapi: Core.Strapi }): void {
  fillInDefaults(strapi);
  // `map` proposes a mapping where there is none yet, or a wrong one.
  if (process.env.ARTICLE_RECEIVER_CLI !== 'map') checkTarget(strapi);
  if (ownTypeOf(strapi)) hideOwnTypes(strapi);
  const client = strapi.config.get<'sqlite' | 'postgres' | 'mysql'>('database.connection.client');
  for (const model of models(client)) strapi.get('models').add(model as never);
  const base = webhookPath(strapi);
  strapi.server.use(takeToken(base));
  leaveBodyUnread(strapi, base);
  shareWithGraphql(strapi);
}
