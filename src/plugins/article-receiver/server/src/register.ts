import type { Core } from '@strapi/types';
import { hideOwnTypes } from './strapi-patches/hide-own-types';
import { checkMapping } from './entries/mapping-of';
import { registerCustomFields } from './content-types/custom-fields';
import { restoreFields } from './content-types/restore-fields';
import { showAddedFields } from './content-types/show-added-fields';
import { withoutVersions } from './content-types/without-versions';
import { watchTranslations } from './editors/watch/watch-translations';
import { fillInDefaults, optionsOf, ownTypeOf } from './config/site-options';
import { isProposing } from './config/target-options';
import { hasApiToken } from './controllers/content-api/draft-access';
import { hideDrafts } from './strapi-patches/hide-drafts';
import { keepListenersApart } from './strapi-patches/listeners-apart';
import { redactLog } from './strapi-patches/redact-log';
import { tokensInEnvironment } from './tokens/match-token';
import { leaveBodyUnread } from './strapi-patches/own-body';
import { registerMcpTools } from './mcp/register-tools';
import { inviteLater } from './receive/invite-later';
import { noteUnderWay } from './receive/under-way';
import { takeToken, webhookPath } from './receive/webhook-path';
import { isUnmistakable, redactor } from './text/secrets/redact';
import { models } from './database/models';
import { shareWithGraphql } from './graphql/share-with-graphql';
import { noteAdministrators } from './pace/note-administrators';
import { getService } from './services/get-service';
import { areFieldsKnown } from './strapi/schemas';

/** Before the database is there: tables, and the webhook's place in front of Strapi's middlewares. */
export default function register({ strapi }: { strapi: Core.Strapi }): void {
  fillInDefaults(strapi);
  registerCustomFields(strapi);
  restoreFields(strapi);
  showAddedFields(strapi);
  withoutVersions(strapi);
  // Before the database is touched, where that can be: a field that is renamed loses its column.
  if (!isProposing() && areFieldsKnown(strapi)) checkMapping(strapi);
  if (ownTypeOf(strapi)) hideOwnTypes(strapi);
  const client = strapi.config.get<'sqlite' | 'postgres' | 'mysql'>('database.connection.client');
  for (const model of models(client)) strapi.get<{ add(model: object): void }>('models').add(model);
  const base = webhookPath(strapi);
  const tokens = [
    ...(optionsOf(strapi).tokens ?? []),
    ...tokensInEnvironment(process.env.ARTICLE_RECEIVER_TOKEN),
  ];
  redactLog(strapi, redactor(tokens));
  keepListenersApart(strapi);
  // A short one may be a word of the site's own addresses: without it they would lead nowhere.
  inviteLater(strapi, base);
  noteUnderWay(strapi, base);
  strapi.server.use(takeToken(base, redactor(tokens.filter(isUnmistakable))));
  strapi.server.use(noteAdministrators(strapi));
  watchTranslations(strapi, (streamKey) => getService(strapi, 'runner').kick(streamKey));
  hideDrafts(strapi, hasApiToken);
  leaveBodyUnread(strapi, base);
  shareWithGraphql(strapi);
  registerMcpTools(strapi);
}
