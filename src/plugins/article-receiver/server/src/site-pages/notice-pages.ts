import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { ledgerOf } from '../ledger/ledger';
import type { Claim } from '../database/claims';
import { inTransaction } from '../database/transaction';
import { pageChange, type KnownPage, type PageChange, type PublishedPage } from './page-change';
import { placedStreams, publishedPages } from './published-pages';

/** Articles that are looked at together. */
const BATCH = 500;

/**
 * Notices what was published, moved or removed since the last time, whoever did it and however long
 * ago: it compares what is published with what was. So nothing is lost with a process.
 * @returns whether there was any of it.
 */
export async function noticePages(
  strapi: Core.Strapi,
  options: Options,
  claim: Claim,
): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  const since = await knownSince(strapi);
  const seen = new Set<string>();
  let isNews = false;
  const settle = async (
    streamKey: string,
    known: KnownPage | null,
    now: PublishedPage | null,
  ): Promise<void> => {
    const change = pageChange(known, now, since);
    if (!change) return;
    await writeDown(strapi, options, claim, streamKey, change);
    isNews = true;
  };
  for (let after = 0; ;) {
    const streams = await placedStreams(strapi, after, BATCH);
    const known = await ledger.pages.of(streams.map(({ streamKey }) => streamKey));
    const published = await publishedPages(strapi, streams);
    for (const { streamKey } of streams) {
      seen.add(streamKey);
      await settle(streamKey, known.get(streamKey) ?? null, published.get(streamKey) ?? null);
    }
    await claim.hold();
    if (streams.length < BATCH) break;
    after = streams.at(-1)?.id ?? after;
  }
  // Of articles that were taken away with all that was known of them.
  for (let after = 0; ;) {
    const placed = await ledger.pages.placed(after, BATCH);
    for (const page of placed) {
      if (!seen.has(page.streamKey)) await settle(page.streamKey, page, null);
    }
    if (placed.length < BATCH) return isNews;
    after = placed.at(-1)?.id ?? after;
  }
}

/** Since when pages are looked at on this site, in epoch ms. */
export async function knownSince(strapi: Core.Strapi): Promise<number> {
  const ledger = ledgerOf(strapi);
  await ledger.pins.settle('pages', 'known');
  return (await ledger.pins.read('pages'))?.pinnedAt ?? Date.now();
}

async function writeDown(
  strapi: Core.Strapi,
  { indexNow }: Options,
  claim: Claim,
  streamKey: string,
  { page, isNew, announce: told, left }: PageChange,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const now = Date.now();
  await inTransaction(strapi, async ({ trx }) => {
    await claim.fence(trx);
    await ledger.pages.place(trx, { streamKey, ...page, since: now, dueAt: isNew ? now : null });
    // With a key that is no longer there it would be refused, and keep all else from being told.
    if (left !== null && !(await ledger.pages.isAtHost(trx, left)))
      await ledger.announcements.forgetHost(trx, left);
    if (indexNow.key === undefined) return;
    for (const { url, kind } of told) {
      // Another article may have taken the address over.
      if (kind === 'gone' && (await ledger.pages.isAt(trx, url))) continue;
      await ledger.announcements.announce(trx, { url, kind, now });
    }
  });
}
