import { PLUGIN_ID } from '../../shared/plugin-id';

/**
 * What each part of the panel needs. Hiding a control is for tidiness; the server asks for the same
 * permission on every route.
 */
const permission = (action: string) => [
  { action: `plugin::${PLUGIN_ID}.deliveries.${action}`, subject: null },
];

export const READ = permission('read');
export const REDRIVE = permission('redrive');
