import { useRBAC } from '@strapi/strapi/admin';
import { READ } from '../permissions';
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
  const { allowedActions } = useRBAC(READ);
  const isArticle = model === ARTICLE_UID && documentId !== undefined && documentId !== 'create';
  // An article that somebody wrote by hand has no origin to show.
  if (!isArticle || !document?.sourceId || !allowedActions.canRead) return null;
  return {
    title: text('panel.title'),
    content: <OriginPanelContent documentId={documentId} document={document} />,
  };
}
