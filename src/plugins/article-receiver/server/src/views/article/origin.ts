import type { Core } from '@strapi/types';
import type { ArticleOrigin, HeldPublication } from '../../../../shared/articles/articles';
import { attentionOf } from '../../entries/attention';
import { draftTime } from '../../entries/draft-time';
import { mappingOf } from '../../entries/mapping-of';
import type { MayField } from '../../entries/readable';
import { ledgerOf } from '../../ledger/ledger';
import type { StreamDocument } from '../../ledger/streams/documents';
import type { Hold } from '../../projection/article/plan-article';
import { deadLinksIn } from '../site-pages/dead-links';
import { pageOfArticle } from '../site-pages/pages';
import { publicAddress } from '../site-pages/public-address';
import { heldFields } from './held-fields';
import { lostImages, serviceFacts, shownDelivery } from './service-facts';

/** What is known of an article, whoever asks: all but what waits in it for some people alone. */
export interface KnownOrigin extends Omit<ArticleOrigin, 'questions' | 'campaign' | 'may'> {
  streamKey: string;
}

/**
 * Where an article comes from, and what became of it; null for one that the feed does not know.
 * @param mayRead in which of its fields links are told.
 */
export async function originOf(
  strapi: Core.Strapi,
  document: StreamDocument,
  mayRead: MayField,
): Promise<KnownOrigin | null> {
  const { documentId, locale } = document;
  const origin = await ledgerOf(strapi).documents.originOf(documentId);
  if (!origin) return null;
  const { streamKey, articleId, hold } = origin;
  const shown = await shownDelivery(strapi, streamKey);
  const [waits] = await attentionOf(strapi, [documentId]);
  const deliveries = await ledgerOf(strapi).deliveries.inStream(streamKey);
  const held = await heldFields(strapi, streamKey);
  return {
    streamKey,
    documentId,
    locale,
    articleId,
    service: shown && serviceFacts(shown),
    address: await publicAddress(strapi, document),
    page: await pageOfArticle(strapi, streamKey),
    held: await heldPublication(strapi, document, hold),
    attention: waits?.attention ?? false,
    isBusy: deliveries.some(({ state }) => state === 'pending'),
    lostImages: shown ? await lostImages(strapi, shown, document, held) : [],
    deadLinks: await deadLinksIn(strapi, document, mayRead),
    heldFields: held,
  };
}

async function heldPublication(
  strapi: Core.Strapi,
  { documentId, locale }: StreamDocument,
  hold: Hold | null,
): Promise<HeldPublication | null> {
  if (!hold || hold.released) return null;
  const seen = await draftTime(strapi, { mapping: mappingOf(strapi), locale }, documentId);
  const deliveryId = await ledgerOf(strapi).deliveries.idAt(hold.position);
  return { deliveryId, locale, seen };
}
