import { AsyncResource } from 'node:async_hooks';
import type { Core } from '@strapi/types';

const resources = new WeakMap<Core.Strapi, AsyncResource>();

/** Remembers how it is to be in nobody's transaction; called while the site starts. */
export function rememberOutside(strapi: Core.Strapi): void {
  resources.set(strapi, new AsyncResource('article-receiver'));
}

/**
 * Does something once the caller's transaction is committed, or at once where there is none: outside
 * of it, because what goes on after a transaction must not use its connection any more. Nothing is
 * done when the transaction is rolled back. Not waited for.
 */
export async function whenCommitted(strapi: Core.Strapi, work: () => Promise<void>): Promise<void> {
  const outside = resources.get(strapi);
  const begin = (): void => void (outside ? outside.runInAsyncScope(work) : work());
  if (!strapi.db.inTransaction()) return begin();
  await strapi.db.transaction(({ onCommit }) => {
    onCommit(begin);
    return Promise.resolve();
  });
}
