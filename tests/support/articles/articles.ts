import type { Site } from '../site/site';

/** An article as the Content API shows it; only what tests look at is named. */
export interface ShownArticle {
  documentId: string;
  sourceId: string;
  title: string;
  slug: string;
  content: string | null;
  publishedAt: string | null;
  [attribute: string]: unknown;
}

const POPULATE =
  'populate[0]=heroImage&populate[1]=tags&populate[2]=campaign&populate[3]=images.file';

/** A version of an article of the feed, everything populated; null when there is none. */
export async function shownArticle(
  site: Site,
  sourceId: string,
  status: 'draft' | 'published',
): Promise<ShownArticle | null> {
  const path = `/api/article-receiver/articles?filters[sourceId]=${sourceId}&status=${status}&${POPULATE}`;
  const response = await site.request
    .get(path)
    .set('Authorization', `Bearer ${await apiTokenOf(site)}`)
    .expect(200);
  const { data } = response.body as { data: ShownArticle[] };
  if (data.length > 1) throw new Error(`${data.length} articles have the id ${sourceId}`);
  return data[0] ?? null;
}

/** Title of each version; null where there is none. */
export async function shownTitles(site: Site, sourceId: string) {
  const draft = await shownArticle(site, sourceId, 'draft');
  const published = await shownArticle(site, sourceId, 'published');
  return { draft: draft?.title ?? null, published: published?.title ?? null };
}

const apiTokens = new WeakMap<Site, Promise<string>>();

/** One full-access token a site. */
export function apiTokenOf(site: Site): Promise<string> {
  const token = apiTokens.get(site) ?? site.apiToken();
  apiTokens.set(site, token);
  return token;
}
