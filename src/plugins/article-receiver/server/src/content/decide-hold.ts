import type { Core } from '@strapi/types';
import { inTransaction } from '../event-log/transaction';
import { changeState } from '../event-log/deliveries';
import { refreshAttention } from '../ledger/attention';
import { lockStream, saveStream, streamOfDocument } from '../ledger/streams';

/** What may be done with a held re-publication. */
export type HoldDecision = 'release' | 'discard';

/**
 * Decides a held re-publication of an article. Released, it goes out with the editor's unpublished
 * changes; discarded, the published version stays as it is until the feed publishes something else.
 * The projection carries it out: the delivery is pending again.
 * @returns the stream to run; null when nothing of this article is held.
 */
export async function decideHold(
  strapi: Core.Strapi,
  documentId: string,
  decision: HoldDecision,
): Promise<string | null> {
  const streamKey = await streamOfDocument(strapi, documentId);
  if (streamKey === null) return null;
  return inTransaction(strapi, async ({ trx }) => {
    const stream = await lockStream(strapi, trx, streamKey);
    const { hold } = stream;
    if (!hold) return null;
    await saveStream(
      strapi,
      decision === 'release'
        ? { ...stream, hold: { ...hold, released: true } }
        : {
            ...stream,
            hold: null,
            publishedEffect: 'publish',
            publishedFingerprint: hold.fingerprint,
          },
    );
    await changeState(strapi, hold.position, { state: 'pending', reason: null });
    await refreshAttention(strapi, streamKey);
    return streamKey;
  });
}

/** Looks at a held re-publication again, after an editor published or dropped the changes it waits for. */
export async function reconsiderHold(
  strapi: Core.Strapi,
  documentId: string,
): Promise<string | null> {
  const streamKey = await streamOfDocument(strapi, documentId);
  if (streamKey === null) return null;
  return inTransaction(strapi, async ({ trx }) => {
    const { hold } = await lockStream(strapi, trx, streamKey);
    if (!hold) return null;
    await changeState(strapi, hold.position, { state: 'pending', reason: null });
    await refreshAttention(strapi, streamKey);
    return streamKey;
  });
}
