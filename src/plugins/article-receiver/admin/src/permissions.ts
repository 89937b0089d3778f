import { useAuth, useRBAC } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../shared/plugin-id';

/**
 * What each part of the panel needs. Hiding a control is for tidiness; the server asks for the same
 * permission on every route.
 */
const permission = (action: string) => [
  { action: `plugin::${PLUGIN_ID}.${action}`, subject: null },
];

export const READ = permission('deliveries.read');
export const MANAGE_TOKENS = permission('tokens.manage');
export const CONFIGURE = permission('settings.configure');
/** Who may change entries may have something to decide; of which type is the server's to say. */
export const EDIT_ENTRIES = [{ action: 'plugin::content-manager.explorer.update', subject: null }];
const ALL = [...READ, ...permission('deliveries.redrive'), ...MANAGE_TOKENS, ...CONFIGURE];

/** What the administrator may do. All false until that is known. */
export function useMay() {
  const { allowedActions } = useRBAC(ALL);
  const { canRead, canRedrive, canManage, canConfigure } = allowedActions;
  return {
    read: canRead === true,
    /** Redrive, decide, discard. */
    act: canRedrive === true,
    manageTokens: canManage === true,
    configure: canConfigure === true,
  };
}

/** Whether the administrator may change entries but not see the log: what waits is all that there is for them. */
export function useSeesWaitingOnly(): boolean {
  const permissions = useAuth('useSeesWaitingOnly', (auth) => auth.permissions);
  const has = ([wanted]: typeof READ) =>
    permissions.some(({ action }) => action === wanted?.action);
  return has(EDIT_ENTRIES) && !has(READ);
}

const READ_ENTRIES = 'plugin::content-manager.explorer.read';

/** Those of some content types of which the administrator may read entries, of some at least. */
export function useReadableTypes(uids: readonly string[]): string[] {
  const permissions = useAuth('useReadableTypes', (auth) => auth.permissions);
  return uids.filter((uid) =>
    permissions.some(({ action, subject }) => action === READ_ENTRIES && subject === uid),
  );
}
