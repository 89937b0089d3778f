import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import { joinTransaction } from '../../database/transaction';

/** A context outside of any transaction: it is made while the plugin is loaded. */
const outside = new AsyncResource('article-receiver');

/**
 * Does something once the caller's transaction is committed, or at once where there is none; nothing where it is
 * rolled back. It runs outside of the transaction, whose connection must not be used any more, and is not
 * awaited.
 */
export async function whenCommitted(strapi: Core.Strapi, work: () => Promise<void>): Promise<void> {
  const begin = (): void => void outside.runInAsyncScope(work);
  if (!strapi.db.inTransaction()) return begin();
  await joinTransaction(strapi, ({ onCommit }) => {
    onCommit(begin);
    return Promise.resolve();
  });
}
