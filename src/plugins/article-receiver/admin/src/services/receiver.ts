import { adminApi, deepEncodeQueryValues } from '@strapi/strapi/admin';
import type { ArticleOrigin } from '../../../shared/articles';
import type {
  DeliveryDetail,
  DeliverySummary,
  Pagination,
  ReceiverStatus,
} from '../../../shared/deliveries';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { SuggestionSummary } from '../../../shared/suggestions';
import { ARTICLE_UID } from '../utils/addresses';

/** The list's query, as it is in the address bar. */
export interface LogQuery {
  page?: string | number;
  pageSize?: string | number;
  filters?: Record<string, unknown>;
  _q?: string;
}

export interface LogPage {
  results: DeliverySummary[];
  pagination: Pagination;
}

export type HoldDecision = 'release' | 'discard';

const url = (...path: string[]) =>
  ['', PLUGIN_ID, ...path.map((part) => encodeURIComponent(part))].join('/');

const RECEIVER = 'ArticleReceiver' as const;
const DOCUMENT = 'Document' as const;

/** Everything that a decision can change: what we show ourselves, and the open entry. */
const entryOf = (documentId: string) => [
  RECEIVER,
  { type: DOCUMENT, id: `${ARTICLE_UID}_${documentId}` },
];

const receiverApi = adminApi
  .enhanceEndpoints({ addTagTypes: [RECEIVER, DOCUMENT] })
  .injectEndpoints({
    endpoints: (build) => ({
      getReceiverStatus: build.query<ReceiverStatus, void>({
        query: () => ({ url: url('status'), method: 'GET' }),
        providesTags: [RECEIVER],
      }),
      getDeliveries: build.query<LogPage, LogQuery>({
        query: (params) => ({
          url: url('deliveries'),
          method: 'GET',
          config: { params: deepEncodeQueryValues(params) },
        }),
        providesTags: [RECEIVER],
      }),
      getDelivery: build.query<DeliveryDetail, string>({
        query: (deliveryId) => ({ url: url('deliveries', deliveryId), method: 'GET' }),
        providesTags: [RECEIVER],
      }),
      redriveDelivery: build.mutation<unknown, string>({
        query: (deliveryId) => ({
          url: url('deliveries', deliveryId, 'redrive'),
          method: 'POST',
          data: {},
        }),
        invalidatesTags: [RECEIVER],
      }),
      discardDelivery: build.mutation<unknown, { deliveryId: string; reason: string }>({
        query: ({ deliveryId, reason }) => ({
          url: url('deliveries', deliveryId, 'discard'),
          method: 'POST',
          data: { reason },
        }),
        invalidatesTags: [RECEIVER],
      }),
      getArticleOrigin: build.query<ArticleOrigin, string>({
        query: (documentId) => ({ url: url('articles', documentId), method: 'GET' }),
        transformResponse: ({ data }: { data: ArticleOrigin }) => data,
        providesTags: [RECEIVER],
      }),
      decideHold: build.mutation<unknown, { documentId: string; decision: HoldDecision }>({
        query: ({ documentId, decision }) => ({
          url: url('articles', documentId, decision),
          method: 'POST',
          data: {},
        }),
        invalidatesTags: [RECEIVER],
      }),
      getSuggestions: build.query<SuggestionSummary[], string>({
        query: (documentId) => ({
          url: url('suggestions'),
          method: 'GET',
          config: { params: { documentId, state: 'open' } },
        }),
        transformResponse: ({ results }: { results: SuggestionSummary[] }) => results,
        providesTags: [RECEIVER],
      }),
      decideSuggestion: build.mutation<
        unknown,
        { id: number; documentId: string; decision: 'accept' | 'reject' }
      >({
        query: ({ id, decision }) => ({
          url: url('suggestions', String(id), decision),
          method: 'POST',
          data: {},
        }),
        invalidatesTags: (_result, _error, { documentId }) => entryOf(documentId),
      }),
      /** Nothing to send: the background work on an article is done, so the entry is read again. */
      readEntryAgain: build.mutation<null, string>({
        queryFn: () => ({ data: null }),
        invalidatesTags: (_result, _error, documentId) => entryOf(documentId),
      }),
    }),
  });

export const {
  useGetReceiverStatusQuery,
  useGetDeliveriesQuery,
  useGetDeliveryQuery,
  useRedriveDeliveryMutation,
  useDiscardDeliveryMutation,
  useGetArticleOriginQuery,
  useDecideHoldMutation,
  useGetSuggestionsQuery,
  useDecideSuggestionMutation,
  useReadEntryAgainMutation,
} = receiverApi;
