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

const entries = (action: string) => [
  { action: `plugin::content-manager.explorer.${action}`, subject: null },
];

/** Who may change entries may have something to decide; of which type is the server's to say. */
export const EDIT_ENTRIES = entries('update');
/** The same of those who may change or publish them: a held publication is the latter's to decide. */
export const DECIDE = [...EDIT_ENTRIES, ...entries('publish')];
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

/** Whether the administrator may decide about entries but not see the log: what waits is all that they have here. */
export function useSeesWaitingOnly(): boolean {
  const permissions = useAuth('useSeesWaitingOnly', (auth) => auth.permissions);
  const hasOne = (wanted: typeof READ) =>
    permissions.some(({ action }) => wanted.some((one) => one.action === action));
  return hasOne(DECIDE) && !hasOne(READ);
}

const READ_ENTRIES = 'plugin::content-manager.explorer.read';

/** Those of some content types of which the administrator may read entries, of some at least. */
export function useReadableTypes(uids: readonly string[]): string[] {
  const permissions = useAuth('useReadableTypes', (auth) => auth.permissions);
  return uids.filter((uid) =>
    permissions.some(({ action, subject }) => action === READ_ENTRIES && subject === uid),
  );
}

/** Whether the administrator may read a field of a type's entries: Strapi drops filters by others. */
export function useReadsField(uid: string, field: string): boolean {
  const permissions = useAuth('useReadsField', (auth) => auth.permissions);
  return permissions.some(
    ({ action, subject, properties }) =>
      action === READ_ENTRIES && subject === uid && (properties?.fields?.includes(field) ?? true),
  );
}
