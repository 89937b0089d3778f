import type {
  ArticleAttention,
  ArticleOrigin,
  ArticleTypeAnswer,
  ArticleVersion,
  ChangedMeanwhile,
  DecidedHold,
  UsedVersion,
} from '../../../shared/articles/articles';
import type { DecidedSuggestion, SuggestionSummary } from '../../../shared/decisions/suggestions';
import { api, BESIDE_FORM, ENTRIES, get, post, RECEIVER, RELATIONS, url } from './api';
import { fillForms, type FormAtRest } from './open-entry';

export type SuggestionDecision = 'accept' | 'reject';

/** A form that is open: of which entry, and what its person saw when, as its header says it. */
export interface SeenForm {
  documentId: string;
  since: string;
  locale?: string;
}

/** A delivery of an article. */
export interface VersionAddress {
  documentId: string;
  deliveryId: string;
}

const articlesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReceiverArticleType: build.query<ArticleTypeAnswer, void>({
      query: () => get(url('article-type')),
    }),
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
    decideReceiverHold: build.mutation<DecidedHold, DecidedHold & { seen?: string }>({
      query: ({ documentId, decision, ...seen }) =>
        post(url('articles', documentId, decision), seen),
      transformResponse: ({ data }: { data: DecidedHold }) => data,
      invalidatesTags: [RECEIVER],
    }),
    getReceiverSuggestions: build.query<SuggestionSummary[], string>({
      query: (documentId) => get(url('suggestions'), { documentId, state: 'open' }),
      transformResponse: ({ results }: { results: SuggestionSummary[] }) => results,
      providesTags: [RECEIVER],
    }),
    decideReceiverSuggestion: build.mutation<
      SuggestionSummary,
      { id: number; seen: string; decision: SuggestionDecision }
    >({
      query: ({ id, seen, decision }) => post(url('suggestions', String(id), decision), { seen }),
      transformResponse: ({ data }: { data: SuggestionSummary }) => data,
      invalidatesTags: BESIDE_FORM,
    }),
    decideReceiverSuggestions: build.mutation<
      DecidedSuggestion[],
      { ids: number[]; seen: Record<string, string>; decision: SuggestionDecision }
    >({
      query: (data) => post(url('suggestions', 'decide'), data),
      transformResponse: ({ results }: { results: DecidedSuggestion[] }) => results,
      invalidatesTags: BESIDE_FORM,
    }),
    /** What would change in the draft if one of the article's deliveries were used again. */
    getReceiverVersion: build.query<ArticleVersion, VersionAddress>({
      query: ({ documentId, deliveryId }) =>
        get(url('articles', documentId, 'versions', deliveryId)),
      transformResponse: ({ data }: { data: ArticleVersion }) => data,
      providesTags: [RECEIVER],
    }),
    putReceiverVersion: build.mutation<
      UsedVersion,
      VersionAddress & { fields: string[]; seen: Record<string, string> }
    >({
      query: ({ documentId, deliveryId, ...chosen }) =>
        post(url('articles', documentId, 'versions', deliveryId), chosen),
      transformResponse: ({ data }: { data: UsedVersion }) => data,
      invalidatesTags: ENTRIES,
    }),
    /** What the service changed in an entry since somebody opened its form. */
    getReceiverChanges: build.query<ChangedMeanwhile, SeenForm>({
      query: ({ documentId, ...seen }) => get(url('articles', documentId, 'changes'), seen),
      transformResponse: ({ data }: { data: ChangedMeanwhile }) => data,
      keepUnusedDataFor: 0,
      providesTags: [RECEIVER],
    }),
    /** Nothing to send: what waits is another than it was. */
    lookReceiverAgain: build.mutation<null, void>({
      queryFn: () => ({ data: null }),
      invalidatesTags: [RECEIVER],
    }),
    /** Nothing to send: relations that the service changed are taken into the open form. */
    readReceiverRelationsAgain: build.mutation<null, void>({
      queryFn: () => ({ data: null }),
      invalidatesTags: [RELATIONS],
    }),
    /** The entry of a form is another by now. Answers whether the form shows it as it is. */
    readReceiverEntryAgain: build.mutation<boolean, FormAtRest>({
      queryFn: async (form, { dispatch, getState }, _options, ask) => ({
        data: await fillForms(form, { dispatch, getState, ask }),
      }),
      invalidatesTags: (isShown) => (isShown ? [...BESIDE_FORM, RELATIONS] : []),
    }),
  }),
});

export const {
  useGetReceiverArticleTypeQuery,
  useGetReceiverArticleQuery,
  useGetReceiverAttentionQuery,
  useDecideReceiverHoldMutation,
  useGetReceiverSuggestionsQuery,
  useDecideReceiverSuggestionMutation,
  useDecideReceiverSuggestionsMutation,
  useGetReceiverChangesQuery,
  useLookReceiverAgainMutation,
  useReadReceiverRelationsAgainMutation,
  useReadReceiverEntryAgainMutation,
  useGetReceiverVersionQuery,
  usePutReceiverVersionMutation,
} = articlesApi;
