import { useEffect, useRef } from 'react';
import { useForm, useRBAC } from '@strapi/strapi/admin';
import { Divider, Flex } from '@strapi/design-system';
import { useRefresh } from '../hooks/use-refresh';
import { REDRIVE } from '../permissions';
import {
  useGetArticleOriginQuery,
  useGetDeliveriesQuery,
  useReadEntryAgainMutation,
} from '../services/receiver';
import { HeldPublication } from './HeldPublication';
import { LastDeliveries } from './LastDeliveries';
import { OriginFacts } from './OriginFacts';
import type { ArticleDocument } from './panel-props';
import { Suggestions } from './Suggestions';

const SHOWN_DELIVERIES = 5;

interface OriginPanelContentProps {
  documentId: string;
  document: ArticleDocument;
}

/** Where an article comes from, what waits for a decision, and what came in last. */
export function OriginPanelContent({ documentId, document }: OriginPanelContentProps) {
  const { allowedActions } = useRBAC(REDRIVE);
  const { data: origin } = useGetArticleOriginQuery(documentId, {
    refetchOnMountOrArgChange: true,
  });
  const articleId = document.sourceId ?? '';
  const deliveries = useDeliveriesOf(articleId);
  const isModified = useForm('ArticleReceiver', ({ modified }) => modified, false) ?? false;
  useReadAgainWhenDone(documentId, deliveries?.results[0]?.state === 'pending', isModified);

  const canAct = allowedActions.canRedrive === true;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {origin?.held && <HeldPublication documentId={documentId} canAct={canAct} />}
      <Suggestions documentId={documentId} canAct={canAct} isModified={isModified} />
      <OriginFacts document={document} campaign={origin?.campaign ?? null} />
      <Divider />
      <LastDeliveries articleId={articleId} deliveries={deliveries?.results ?? []} />
    </Flex>
  );
}

/** The newest deliveries of the article, asked for again while one is under way. */
function useDeliveriesOf(articleId: string) {
  const query = { pageSize: SHOWN_DELIVERIES, filters: { articleId: { $eq: articleId } } };
  const { data } = useGetDeliveriesQuery(query);
  const isBusy = data?.results.some(({ state }) => state === 'pending') ?? false;
  useGetDeliveriesQuery(query, { ...useRefresh(isBusy), refetchOnMountOrArgChange: true });
  return data;
}

/** Reads the entry again once the work on it is done; never over what somebody is typing. */
function useReadAgainWhenDone(documentId: string, isPending: boolean, isModified: boolean) {
  const [readAgain] = useReadEntryAgainMutation();
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending && !isModified) void readAgain(documentId);
    wasPending.current = isPending;
  }, [documentId, isPending, isModified, readAgain]);
}
