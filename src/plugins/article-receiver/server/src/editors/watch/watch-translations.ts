import type { Core } from '@strapi/types';
import { isProjection } from '../../entries/as-projection';
import { mappingOf } from '../../entries/mapping-of';
import { watchDocuments } from '../../strapi/watch-documents';
import { keepShared, seeShared } from '../by-hand/keep-shared';
import { whenCommitted } from './when-committed';
import { explain } from '../../faults/explain';

/**
 * Notices what Strapi brings back into the feed's article while people work on its translations. Has to be called
 * before Strapi's own plugins register theirs: i18n writes the shared fields into all locales after the
 * middlewares that were registered later have returned.
 * @param onBack called once that is committed, with the stream that has something to do.
 */
export function watchTranslations(strapi: Core.Strapi, onBack: (streamKey: string) => void): void {
  watchDocuments(strapi, async ({ uid, action, params }, next) => {
    const { documentId, locale } = params;
    if (action !== 'update' && action !== 'discardDraft') return next();
    if (!documentId || isProjection() || uid !== mappingOf(strapi).uid) return next();
    const before = await seeShared(strapi, { documentId, action, locale });
    const result = await next();
    if (before === null) return result;
    await whenCommitted(strapi, async () => {
      try {
        const streamKey = await keepShared(strapi, documentId, before);
        if (streamKey !== null) onBack(streamKey);
      } catch (error) {
        strapi.log.warn(`article-receiver: an editor's work was not looked at: ${explain(error)}`);
      }
    });
    return result;
  });
}
