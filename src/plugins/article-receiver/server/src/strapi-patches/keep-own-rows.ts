import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { ledgerOf } from '../ledger/ledger';
import { adapt, isFunction } from './adapt';
import { explain } from '../faults/explain';

interface Models {
  get(): { uid: string }[];
}

/**
 * Keeps the event log and what is known of it through `strapi import` and `strapi transfer`: these
 * empty every table that Strapi's list of models names before they fill in what the backup has
 * (data-transfer, `strategies/restore`), and a backup has content types alone. The list is read to
 * make the tables, and afterwards by the transfer only: from then on it is shown without ours. There
 * is no option to exclude a model, and nobody has asked for one upstream. As here in 5.17 to 5.54.
 *
 * Who asks for the list in a transaction is about to put a backup in place, which is kept in mind.
 */
export function keepOwnRows(strapi: Core.Strapi): void {
  const models = strapi.get<Models>('models');
  adapt(strapi, {
    what: 'the list of models',
    without: '`strapi import` and `strapi transfer` empty the event log',
    isKnown: isFunction(models?.get) && Array.isArray(models.get()),
    apply: () => {
      const all = models.get.bind(models);
      models.get = () => {
        if (strapi.db.inTransaction()) void noteBackup(strapi);
        return all().filter(({ uid }) => !uid.startsWith(`plugin::${PLUGIN_ID}.`));
      };
    },
  });
}

/** In the transfer's transaction, which does much more before it ends. */
const noteBackup = (strapi: Core.Strapi): Promise<void> =>
  ledgerOf(strapi)
    .pins.renew('backup')
    .catch((error: unknown) => {
      strapi.log.warn(
        `article-receiver: a backup that is put in place was not noted: ${explain(error)}`,
      );
    });
