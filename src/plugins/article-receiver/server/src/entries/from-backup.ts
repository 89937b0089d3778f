import type { Core } from '@strapi/types';
import { ledgerOf } from '../ledger/ledger';
import type { StreamState } from '../projection/article/stream-state';
import { cameBack } from '../projection/merge/field-history';
import type { DatedDraft } from './read-entry';

/** What of an article is as it was in a backup of Strapi's, and no editor's. */
interface FromBackup {
  fields: readonly string[];
  /** Whether it was published or taken offline since, which the backup undid. */
  isPublication: boolean;
}

const NOTHING: FromBackup = { fields: [], isPublication: false };

/**
 * What of an article came back with a backup that was put in the place of the site's content. The log knows
 * what the service said since.
 */
export async function fromBackup(
  strapi: Core.Strapi,
  { history, streamKey }: StreamState,
  { draft, changedAt }: DatedDraft,
): Promise<FromBackup> {
  const back = cameBack(draft, changedAt, history);
  if (back.size === 0) return NOTHING;
  const { pins, attempts } = ledgerOf(strapi);
  const at = (await pins.read('backup'))?.pinnedAt ?? null;
  if (at === null || changedAt > at) return NOTHING;
  const since = Math.min(...back.values());
  const isPublication = await attempts.isPublicationChangedSince(streamKey, since);
  return { fields: [...back.keys()], isPublication };
}
