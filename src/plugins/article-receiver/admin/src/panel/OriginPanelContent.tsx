import { useEffect, useRef } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { Divider, Flex, Loader, Typography } from '@strapi/design-system';
import { useRefresh } from '../hooks/use-refresh';
import { useMay } from '../permissions';
import {
  useGetReceiverArticleQuery,
  useReadReceiverEntryAgainMutation,
} from '../services/articles';
import { useGetReceiverDeliveriesQuery } from '../services/deliveries';
import { useText } from '../utils/text';
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
  const text = useText();
  const may = useMay();
  const {
    data: origin,
    isLoading,
    isError,
    refetch,
  } = useGetReceiverArticleQuery(documentId, {
    refetchOnMountOrArgChange: true,
  });
  const articleId = origin?.articleId ?? document.sourceId ?? '';
  const deliveries = useDeliveriesOf(articleId);
  const isModified = useForm('ArticleReceiver', ({ modified }) => modified, false) ?? false;
  useAskAgainWhenSaved(document.updatedAt, refetch);
  useReadAgainWhenDone(documentId, deliveries?.results[0]?.state === 'pending', isModified);

  if (isLoading) return <Loader small>{text('loading')}</Loader>;
  return (
    <Flex direction="column" alignItems="stretch" gap={4} width="100%">
      {isError && <Typography textColor="danger600">{text('panel.error')}</Typography>}
      {origin?.held && <HeldPublication documentId={documentId} canAct={may.act} />}
      <Suggestions documentId={documentId} canAct={may.act} isModified={isModified} />
      <OriginFacts
        document={document}
        campaign={origin?.campaign ?? null}
        heldFields={origin?.heldFields ?? []}
      />
      <Divider />
      <LastDeliveries articleId={articleId} deliveries={deliveries?.results ?? []} />
    </Flex>
  );
}

/** The newest deliveries of the article, asked for again while one is under way. */
function useDeliveriesOf(articleId: string) {
  const query = { pageSize: SHOWN_DELIVERIES, filters: { articleId: { $eq: articleId } } };
  const { data } = useGetReceiverDeliveriesQuery(query);
  const isBusy = data?.results.some(({ state }) => state === 'pending') ?? false;
  useGetReceiverDeliveriesQuery(query, { ...useRefresh(isBusy), refetchOnMountOrArgChange: true });
  return data;
}

/** What an editor holds changes with every save. */
function useAskAgainWhenSaved(updatedAt: string | undefined, ask: () => unknown) {
  const known = useRef(updatedAt);
  useEffect(() => {
    if (known.current !== updatedAt) ask();
    known.current = updatedAt;
  }, [updatedAt, ask]);
}

/** Reads the entry again once the work on it is done; never over what somebody is typing. */
function useReadAgainWhenDone(documentId: string, isPending: boolean, isModified: boolean) {
  const [readAgain] = useReadReceiverEntryAgainMutation();
  const wasPending = useRef(isPending);
  useEffect(() => {
    if (wasPending.current && !isPending && !isModified) void readAgain(documentId);
    wasPending.current = isPending;
  }, [documentId, isPending, isModified, readAgain]);
}
