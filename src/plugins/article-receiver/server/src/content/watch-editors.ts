import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';

/** What editors do that may settle what a held re-publication waits for. */
const SETTLING = new Set(['publish', 'unpublish', 'discardDraft']);

const projecting = new AsyncLocalStorage<true>();

/** Marks document calls as the projection's own. */
export const asProjection = <T>(work: () => Promise<T>): Promise<T> => projecting.run(true, work);

/**
 * Tells when somebody other than the projection published, unpublished or discarded an article.
 * A hint like every other: what it misses waits for the article's next delivery or a release.
 */
export function watchEditors(
  strapi: Core.Strapi,
  onSettled: (documentId: string) => Promise<void>,
): void {
  strapi.documents.use(async (context, next) => {
    const result: unknown = await next();
    const isOurs = context.uid === (UIDS.article as string) && SETTLING.has(context.action);
    if (!isOurs || projecting.getStore()) return result as never;
    const { documentId } = context.params as { documentId?: string };
    // Not awaited: the editor's own transaction, if any, has to end first.
    if (documentId) {
      setImmediate(() => {
        onSettled(documentId).catch((error: Error) => {
          strapi.log.warn(
            `article-receiver: a held publication was not looked at: ${error.message}`,
          );
        });
      });
    }
    return result as never;
  });
}
