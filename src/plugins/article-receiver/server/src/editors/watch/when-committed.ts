import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import { joinTransaction } from '../../database/transaction';

/** In nobody's transaction: made while the plugin is loaded. */
const outside = new AsyncResource('article-receiver');

/**
 * Does something once the caller's transaction is committed, or at once where there is none: outside
 * of it, because what goes on after a transaction must not use its connection any more. Nothing is
 * done when the transaction is rolled back. Not waited for.
 */
export async function whenCommitted(strapi: Core.Strapi, work: () => Promise<void>): Promise<void> {
  const begin = (): void => void outside.runInAsyncScope(work);
  if (!strapi.db.inTransaction()) return begin();
  await joinTransaction(strapi, ({ onCommit }) => {
    onCommit(begin);
    return Promise.resolve();
  });
}
