import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { adminApi } from '../support/people/admin-api';
import type { Site } from '../support/site/site';

/** The fields of an entry for which the service's value waits for a person. */
export async function offeredFields(site: Site, documentId: string): Promise<string[]> {
  return (await adminApi(site).suggestionsOf(documentId)).map(({ field }) => field);
}

/** Rebuilds everything, and waits until that is done. */
export async function rebuilt(site: Site): Promise<void> {
  expect((await adminApi(site).post('/rebuild')).status).toBe(202);
  await site.settle();
}

/** A rebuild has nothing to do any more. */
export async function expectRebuilt({ strapi }: Site): Promise<void> {
  const { rebuildPreview } = strapi.plugin('article-receiver').service<Operations>('operations');
  const { changes, failed } = await rebuildPreview();
  expect({ changes, failed }).toEqual({ changes: [], failed: [] });
}
