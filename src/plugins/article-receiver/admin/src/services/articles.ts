import type { ArticleAttention, ArticleOrigin } from '../../../shared/articles';
import type { SuggestionSummary } from '../../../shared/suggestions';
import { api, ENTRIES, get, post, RECEIVER, url } from './api';

export type HoldDecision = 'release' | 'discard';

const articlesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReceiverArticle: build.query<ArticleOrigin, string>({
      query: (documentId) => get(url('articles', documentId)),
      transformResponse: ({ data }: { data: ArticleOrigin }) => data,
      providesTags: [RECEIVER],
    }),
    getReceiverAttention: build.query<ArticleAttention[], string[]>({
      query: (documentIds) => get(url('articles'), { documentIds: documentIds.join(',') }),
      transformResponse: ({ results }: { results: ArticleAttention[] }) => results,
      providesTags: [RECEIVER],
    }),
    decideReceiverHold: build.mutation<unknown, { documentId: string; decision: HoldDecision }>({
      query: ({ documentId, decision }) => post(url('articles', documentId, decision)),
      invalidatesTags: [RECEIVER],
    }),
    getReceiverSuggestions: build.query<SuggestionSummary[], string>({
      query: (documentId) => get(url('suggestions'), { documentId, state: 'open' }),
      transformResponse: ({ results }: { results: SuggestionSummary[] }) => results,
      providesTags: [RECEIVER],
    }),
    decideReceiverSuggestion: build.mutation<
      unknown,
      { id: number; documentId: string; decision: 'accept' | 'reject' }
    >({
      query: ({ id, decision }) => post(url('suggestions', String(id), decision)),
      invalidatesTags: ENTRIES,
    }),
    /** Nothing to send: the background work on an article is done, so the entry is read again. */
    readReceiverEntryAgain: build.mutation<null, string>({
      queryFn: () => ({ data: null }),
      invalidatesTags: ENTRIES,
    }),
  }),
});

export const {
  useGetReceiverArticleQuery,
  useGetReceiverAttentionQuery,
  useDecideReceiverHoldMutation,
  useGetReceiverSuggestionsQuery,
  useDecideReceiverSuggestionMutation,
  useReadReceiverEntryAgainMutation,
} = articlesApi;
