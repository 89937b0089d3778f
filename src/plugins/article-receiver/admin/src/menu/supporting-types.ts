import { PLUGIN_ID } from '../../../shared/plugin-id';

/** Types that only go with articles, and what they are called where they can be found. */
export const SUPPORTING_TYPES = [
  { uid: `plugin::${PLUGIN_ID}.campaign`, label: 'menu.campaigns' },
  { uid: `plugin::${PLUGIN_ID}.media-asset`, label: 'menu.images' },
  { uid: `plugin::${PLUGIN_ID}.tag`, label: 'menu.tags' },
] as const;

const UIDS: ReadonlySet<string> = new Set(SUPPORTING_TYPES.map(({ uid }) => uid));

interface Menu {
  ctLinks: { uid: string }[];
  models: unknown;
}

/**
 * Leaves what an editor need not know out of the Content Manager's menu; a button above the list of
 * articles leads there. For Strapi's hook, which hands over the links of all types.
 */
export const shortMenu = ({ ctLinks, models }: Menu): Menu => ({
  ctLinks: ctLinks.filter(({ uid }) => !UIDS.has(uid)),
  models,
});
