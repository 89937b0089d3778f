import type { Core } from '@strapi/types';
import type { Deletion } from '../../../shared/deliveries/archive';
import { inTransaction } from '../database/transaction';
import { ledgerOf } from '../ledger/ledger';
import { streamKeyOf } from '../read-delivery/identity';

/**
 * Has an article stay deleted that was deleted at the site which its deliveries come from. Where this site has or had it
 * itself, that counts. To be called before the first delivery is in the log: it would be made, and maybe published.
 */
export const keepDeleted = (
  strapi: Core.Strapi,
  articleId: string,
  { at, by, documentId }: Deletion,
): Promise<void> =>
  inTransaction(strapi, async ({ trx }) => {
    const { streams, decisions } = ledgerOf(strapi);
    const streamKey = streamKeyOf(articleId);
    const state = await streams.open(trx, streamKey, articleId);
    if (state.documentId !== null || Object.keys(state.shelf).length > 0) return;
    await streams.save({ ...state, documentId });
    const decision = { kind: 'article', choice: 'delete', decidedBy: by } as const;
    const about = { subject: null, streamKey, documentId, deliveryPosition: null };
    await decisions.record({ ...decision, ...about }, Date.parse(at));
  });
