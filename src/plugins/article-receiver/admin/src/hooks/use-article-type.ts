import { useMay, useReadableTypes } from '../permissions';
import { useGetReceiverArticleTypeQuery } from '../services/articles';
import { ARTICLE_UID } from '../utils/addresses';

/**
 * The content type that articles are entries of: the plugin's, or one of the site's own.
 * @param skip asks nobody, and takes it for the plugin's.
 */
export function useArticleType(skip = false): string {
  const { data } = useGetReceiverArticleTypeQuery(undefined, { skip });
  return data?.articleType ?? ARTICLE_UID;
}

/**
 * Whether links between articles are the site's own, so that some may lead nowhere, and whether the
 * site looks at the pages of what is published.
 */
export function useSiteChecks(): { hasLinks: boolean; hasChecks: boolean } {
  const { data } = useGetReceiverArticleTypeQuery();
  return { hasLinks: data?.hasLinks ?? false, hasChecks: data?.hasChecks ?? false };
}

/**
 * Whether anything of articles could be shown to the administrator. Strapi gives its roles the types that there
 * are at a site's first start: on a site that was there before the plugin, nobody but Super Admins may read any.
 */
export function useSeesArticles(): boolean {
  const may = useMay();
  const { data } = useGetReceiverArticleTypeQuery();
  const readable = useReadableTypes(data ? [data.articleType] : []);
  return data === undefined || may.read || readable.length > 0;
}
