import { ledgerOf } from '../ledger/ledger';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import type { PlacedStream } from '../article-content/place-stream';

/**
 * The deliveries that ask whether an article that somebody deleted is to come back, by position: what the service said
 * since. What the article had been through before asks nothing, whatever its word does by now: whoever deleted the
 * article knew of that.
 */
export async function askedOfDeleted(
  { run: { strapi }, streamKey, desired: { draft, publication } }: PlacedStream,
  stream: readonly StreamDelivery[],
): Promise<number[]> {
  const wasShown = new Set(
    stream.filter(({ state }) => state === 'applied').map(({ position }) => position),
  );
  const published = publication?.effect === 'publish' ? publication.position : null;
  const unshown = [published, draft].filter((position) => position !== null);
  const news = unshown.filter((position) => !wasShown.has(position));
  if (news.length === 0) return [];
  const { attempts, decisions } = ledgerOf(strapi);
  const deletedAt = await decisions.deletedAt(streamKey);
  if (deletedAt === null) return news;
  const known = await attempts.before(deletedAt, news);
  return news.filter((position) => !known.has(position));
}
