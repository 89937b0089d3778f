import type { Locator, Page } from 'playwright-core';
import type { WireDelivery } from '../../support/feed/deliveries';
import type { Owner } from './people';

/** The Content Manager's address of articles, in its API and, after `/admin`, in the admin. */
export const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';

/** The panel beside an article. */
export const panelOf = (page: Page): Locator =>
  page.locator('aside:has(> h2:text-is("Content service"))');

/** The document that a delivery's article is; empty where there is none. */
export async function documentIdOf(owner: Owner, { article }: WireDelivery): Promise<string> {
  const { results } = await owner.get<{ results: { documentId: string }[] }>(
    `${ARTICLES}?filters[sourceId][$eq]=${article.id}`,
  );
  return results[0]?.documentId ?? '';
}
