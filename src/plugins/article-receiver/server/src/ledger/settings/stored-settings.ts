import type { Core } from '@strapi/types';
import type { Tree } from '../../config/layers';
import type { Options } from '../../config/options';
import { siteOptionsOf } from '../../config/site-options';
import { PLUGIN_ID } from '../../../../shared/plugin-id';
import { recordOf } from '../../../../shared/records';
import { inTransaction } from '../../database/transaction';
import { takeLocks } from '../../database/locks';

const PLACE = { type: 'plugin', name: PLUGIN_ID, key: 'settings' } as const;

/** Who changes the settings has this lock, so that of two changes at once none gets lost. */
const LOCK = 'settings';

/** The settings that people change in the admin. */
export class StoredSettings {
  /** Reads of this process in the order in which they began: a slow one must not undo a later one. */
  private readonly reads = { begun: 0, used: 0 };

  constructor(private readonly strapi: Core.Strapi) {}

  private async read(): Promise<Tree> {
    return recordOf(await this.strapi.store.get(PLACE));
  }

  /**
   * Reads the stored settings again and puts them into force, in this process. Not inside a
   * transaction, which may see less than others do.
   * @returns the options in force: the same object as before when nothing changed.
   */
  async refresh(): Promise<Options> {
    const own = (this.reads.begun += 1);
    const text = JSON.stringify(await this.read());
    if (own < this.reads.used) return siteOptionsOf(this.strapi).get();
    this.reads.used = own;
    return siteOptionsOf(this.strapi).use(text);
  }

  /** Whether the stored settings still are those that options were made from. */
  async areCurrent(options: Options): Promise<boolean> {
    return JSON.stringify(await this.read()) === siteOptionsOf(this.strapi).storedTextOf(options);
  }

  /**
   * Changes the stored settings and puts them into force.
   * @param change what to store in the place of what is; null leaves it.
   */
  async store(change: (stored: Tree) => Tree | null): Promise<Options> {
    await inTransaction(this.strapi, async ({ trx }) => {
      await takeLocks(this.strapi, trx, [LOCK]);
      const value = change(await this.read());
      if (value !== null) await this.strapi.store.set({ ...PLACE, value });
    });
    return this.refresh();
  }
}
