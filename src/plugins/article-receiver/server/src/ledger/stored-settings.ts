import type { Core } from '@strapi/types';
import { isTree, type Tree } from '../config/layers';
import type { Options } from '../config/options';
import { optionsOf, storedTextOf, useStored } from '../config/site-options';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { inTransaction } from '../database/transaction';
import { takeLocks } from '../database/locks';

const PLACE = { type: 'plugin', name: PLUGIN_ID, key: 'settings' } as const;

/** Who changes the settings has this lock, so that of two changes at once none gets lost. */
const LOCK = 'settings';

/** Reads of one process in the order in which they began: a slow one must not undo a later one. */
const reads = new WeakMap<Core.Strapi, { begun: number; used: number }>();

async function read(strapi: Core.Strapi): Promise<Tree> {
  const value: unknown = await strapi.store.get(PLACE);
  return isTree(value) ? value : {};
}

/**
 * Reads the stored settings again and puts them into force, in this process. Not inside a
 * transaction, which may see less than others do.
 * @returns the options in force: the same object as before when nothing changed.
 */
export async function refreshSettings(strapi: Core.Strapi): Promise<Options> {
  const order = reads.get(strapi) ?? { begun: 0, used: 0 };
  reads.set(strapi, order);
  const own = (order.begun += 1);
  const text = JSON.stringify(await read(strapi));
  if (own < order.used) return optionsOf(strapi);
  order.used = own;
  return useStored(strapi, text);
}

/** Whether the stored settings still are those that options were made from. */
export async function areCurrent(strapi: Core.Strapi, options: Options): Promise<boolean> {
  return JSON.stringify(await read(strapi)) === storedTextOf(options);
}

/**
 * Changes the stored settings and puts them into force.
 * @param change what to store in the place of what is; null leaves it.
 */
export async function storeSettings(
  strapi: Core.Strapi,
  change: (stored: Tree) => Tree | null,
): Promise<Options> {
  await inTransaction(strapi, async ({ trx }) => {
    await takeLocks(strapi, trx, [LOCK]);
    const value = change(await read(strapi));
    if (value !== null) await strapi.store.set({ ...PLACE, value });
  });
  return refreshSettings(strapi);
}
