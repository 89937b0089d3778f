import { PLUGIN_ID } from '../../shared/plugin-id';

/**
 * What an administrator can be allowed to do. The last words differ on purpose: the admin panel
 * derives `canRead`, `canRedrive`… from them alone.
 */
export const PERMISSIONS = {
  read: `plugin::${PLUGIN_ID}.deliveries.read`,
  redrive: `plugin::${PLUGIN_ID}.deliveries.redrive`,
  manageTokens: `plugin::${PLUGIN_ID}.tokens.manage`,
  configure: `plugin::${PLUGIN_ID}.settings.configure`,
  exportMetrics: `plugin::${PLUGIN_ID}.metrics.export`,
} as const;

export const ACTIONS = [
  {
    section: 'plugins',
    displayName: 'See all deliveries, with their bodies',
    uid: 'deliveries.read',
    pluginName: PLUGIN_ID,
  },
  {
    section: 'plugins',
    displayName: 'Apply deliveries again, leave them out',
    uid: 'deliveries.redrive',
    pluginName: PLUGIN_ID,
  },
  {
    section: 'plugins',
    displayName: 'Create, replace and revoke tokens',
    uid: 'tokens.manage',
    pluginName: PLUGIN_ID,
  },
  {
    section: 'plugins',
    displayName: 'Change the settings, decide what a status means',
    uid: 'settings.configure',
    pluginName: PLUGIN_ID,
  },
  {
    section: 'plugins',
    displayName: 'Read the figures for monitoring',
    uid: 'metrics.export',
    pluginName: PLUGIN_ID,
  },
];
