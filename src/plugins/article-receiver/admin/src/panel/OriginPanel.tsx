import { useEffect } from 'react';
import { useArticleType } from '../hooks/use-article-type';
import { useGetReceiverArticleQuery } from '../services/articles';
import { ARTICLE_UID } from '../utils/addresses';
import { useText } from '../wording/text';
import { OriginPanelContent } from './OriginPanelContent';
import { openForm } from './open-form/open-form';
import type { PanelProps } from './panel-props';

/**
 * The Content Manager's side panel of an article. Strapi calls this for every content type and in
 * other views too: all it knows comes from its props, and its hooks always run.
 */
export function OriginPanel({ model, documentId, document, activeTab }: PanelProps) {
  const text = useText();
  const isSaved = documentId !== undefined && documentId !== 'create';
  const articleType = useArticleType(!isSaved);
  const isReceived = mayBeReceived(model, document);
  const isArticle = isSaved && model === articleType && isReceived !== false;
  const origin = useGetReceiverArticleQuery(documentId ?? '', {
    skip: !isArticle,
    refetchOnMountOrArgChange: true,
  });
  // Campaigns, tags and a site's own entries change under an open form as well.
  useFormOpened(isSaved && activeTab !== 'published' ? { model, documentId, document } : null);
  if (!isArticle || !document) return null;
  if (!origin.data && (isReceived === null || isRefused(origin.error))) return null;
  return {
    title: text('panel.title'),
    content: <OriginPanelContent model={model} documentId={documentId} document={document} />,
  };
}

/**
 * Whether an entry is an article of the feed; null where only the server knows: on a type of the site's
 * own, and for a role that may not read the field that says so.
 */
function mayBeReceived(model: string, document: PanelProps['document']): boolean | null {
  if (model !== ARTICLE_UID) return null;
  // An article that somebody wrote by hand has no origin to show.
  return document && document.sourceId === undefined ? null : Boolean(document?.sourceId);
}

/**
 * Keeps when somebody saw what the form has: the time of the entry that Strapi fills the form with
 * once it has rendered this. Its content renders later.
 */
function useFormOpened(form: Pick<PanelProps, 'model' | 'documentId' | 'document'> | null): void {
  const { model, documentId, document } = form ?? {};
  const { updatedAt: at, locale = null } = document ?? {};
  useEffect(
    () => (model && documentId && at ? openForm({ model, documentId, locale, at }) : undefined),
    [model, documentId, locale, at],
  );
}

const isRefused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'ForbiddenError';
