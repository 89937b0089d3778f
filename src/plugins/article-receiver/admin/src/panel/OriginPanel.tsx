import { useArticleType } from '../hooks/use-article-type';
import { useGetReceiverArticleQuery } from '../services/articles';
import { ARTICLE_UID } from '../utils/addresses';
import { useText } from '../utils/text';
import { OriginPanelContent } from './OriginPanelContent';
import type { PanelProps } from './panel-props';

/**
 * The Content Manager's side panel of an article. Strapi calls this for every content type and in
 * other views too: all it knows comes from its props, and its hooks always run.
 */
export function OriginPanel({ model, documentId, document }: PanelProps) {
  const text = useText();
  const isSaved = documentId !== undefined && documentId !== 'create';
  const articleType = useArticleType(!isSaved);
  // An article that somebody wrote by hand has no origin to show.
  const isByHand = model === ARTICLE_UID && !document?.sourceId;
  const isArticle = isSaved && model === articleType && !isByHand;
  const origin = useGetReceiverArticleQuery(documentId ?? '', {
    skip: !isArticle,
    refetchOnMountOrArgChange: true,
  });
  if (!isArticle || !document) return null;
  // Of the site's own type, only the server knows which entries are the feed's.
  if (!origin.data && (model !== ARTICLE_UID || isRefused(origin.error))) return null;
  return {
    title: text('panel.title'),
    content: <OriginPanelContent documentId={documentId} document={document} />,
  };
}

const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'ForbiddenError';
