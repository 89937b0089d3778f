import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { RetentionService } from '../../../shared/settings/retention';
import type { Operations } from '../../../shared/deliveries/operations';
import type { Runner } from '../run/runners/runner';
import type { Pages } from '../site-pages/pages';
import type { Pulse } from './pulse';
import type { SettingsService } from './settings';
import type { TokensService } from '../tokens/service';

export interface Services {
  operations: Operations;
  tokens: TokensService;
  pages: Pages;
  pulse: Pulse;
  retention: RetentionService;
  runner: Runner;
  settings: SettingsService;
}

/**
 * One of the plugin's services, typed. Strapi makes each once and keeps it. Those of rooms below have
 * an accessor of their own there: `optionsOf`, `ledgerOf`.
 */
export function getService<Name extends keyof Services>(
  strapi: Core.Strapi,
  name: Name,
): Services[Name] {
  return strapi.plugin(PLUGIN_ID).service(name);
}
