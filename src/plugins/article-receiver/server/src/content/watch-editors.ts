import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import { targetOf } from './target-of';

/** What editors do that may settle what a held re-publication waits for. */
const SETTLING = new Set(['publish', 'unpublish', 'discardDraft']);

const projecting = new AsyncLocalStorage<true>();

/** Marks document calls as the projection's own. */
export const asProjection = <T>(work: () => Promise<T>): Promise<T> => projecting.run(true, work);

/** What editors do that makes an article, perhaps a copy of the feed's. */
const MAKING = new Set(['create', 'clone']);

interface Params {
  documentId?: string;
  data?: Record<string, unknown>;
}

/** Whether an article needs attention is not for editors to write, nor for copies to inherit. */
function keepAttention(action: string, params: Params): void {
  if (MAKING.has(action)) params.data = { ...params.data, needsAttention: false };
  else if (params.data) delete params.data.needsAttention;
}

/**
 * Tells when somebody other than the projection published, unpublished or discarded an article.
 * A hint like every other: what it misses waits for the article's next delivery or a release.
 */
export function watchEditors(
  strapi: Core.Strapi,
  onSettled: (documentId: string) => Promise<void>,
): void {
  strapi.documents.use(async (context, next) => {
    const isOurs = context.uid === targetOf(strapi).uid && !projecting.getStore();
    const { action } = context;
    if (isOurs) keepAttention(action, context.params as Params);
    const result: unknown = await next();
    if (!isOurs || !SETTLING.has(action)) return result as never;
    const { documentId } = context.params as Params;
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
