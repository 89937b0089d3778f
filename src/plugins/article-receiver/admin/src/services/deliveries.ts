import { encodedDeep } from '../utils/encoded-deep';
import type {
  ChangedDelivery,
  DecidedWord,
  DecisionResult,
  DeliveryPage,
  LeftOut,
  ListedDetail,
  ReceiverStatus,
  WaitingWord,
} from '../../../shared/deliveries/deliveries';
import type { Effect } from '../../../shared/settings/settings';
import type { Statistics } from '../../../shared/deliveries/statistics';
import { api, get, post, RECEIVER, SETTINGS, SETTINGS_EFFECTS, url } from './api';

/** What a status does from now on, or the locale of a language. */
export type WordDecision = { effect: Effect } | { locale: string };

/** Which deliveries, as it is in the address bar; `all` where nothing narrows them down. */
export interface Selection {
  all?: true;
  filters?: Record<string, unknown>;
  _q?: string;
}

/** The list's query. A cursor, `after` or `before`, counts only where no `page` is named. */
export interface LogQuery extends Omit<Selection, 'all'> {
  page?: string | number;
  pageSize?: string | number;
  after?: string;
  before?: string;
}

const deliveriesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReceiverStatus: build.query<ReceiverStatus, void>({
      query: () => get(url('status')),
      providesTags: [RECEIVER],
    }),
    getReceiverStatistics: build.query<Statistics, { days: number; timeZone: string }>({
      query: (params) => get(url('statistics'), params),
      providesTags: [RECEIVER],
    }),
    getReceiverDeliveries: build.query<DeliveryPage, LogQuery>({
      query: (params) => get(url('deliveries'), encodedDeep(params)),
      providesTags: [RECEIVER],
    }),
    getReceiverDelivery: build.query<ListedDetail, string>({
      query: (deliveryId) => get(url('deliveries', deliveryId)),
      providesTags: [RECEIVER],
    }),
    redriveReceiverDelivery: build.mutation<ChangedDelivery, string>({
      query: (deliveryId) => post(url('deliveries', deliveryId, 'redrive')),
      invalidatesTags: [RECEIVER],
    }),
    leaveReceiverDelivery: build.mutation<ChangedDelivery, string>({
      query: (deliveryId) => post(url('deliveries', deliveryId, 'leave')),
      invalidatesTags: [RECEIVER],
    }),
    discardReceiverDelivery: build.mutation<
      ChangedDelivery,
      { deliveryId: string; reason: string }
    >({
      query: ({ deliveryId, reason }) => post(url('deliveries', deliveryId, 'discard'), { reason }),
      invalidatesTags: [RECEIVER],
    }),
    decideReceiverWord: build.mutation<DecisionResult, { deliveryId: string } & WordDecision>({
      query: ({ deliveryId, ...decision }) =>
        post(url('deliveries', deliveryId, 'decide'), decision),
      invalidatesTags: [RECEIVER, SETTINGS],
    }),
    leaveReceiverDeliveries: build.mutation<LeftOut[], { ids: string[]; reason?: string }>({
      query: (data) => post(url('deliveries', 'leave'), data),
      transformResponse: ({ results }: { results: LeftOut[] }) => results,
      invalidatesTags: [RECEIVER],
    }),
    /** The words that some deliveries wait for. */
    getReceiverWords: build.query<WaitingWord[], string[]>({
      query: (ids) => get(url('deliveries', 'words'), { ids: ids.join(',') }),
      transformResponse: ({ results }: { results: WaitingWord[] }) => results,
      providesTags: [RECEIVER, SETTINGS_EFFECTS],
    }),
    decideReceiverWords: build.mutation<DecidedWord[], ({ deliveryId: string } & WordDecision)[]>({
      query: (decisions) => post(url('deliveries', 'decide'), { decisions }),
      transformResponse: ({ results }: { results: DecidedWord[] }) => results,
      invalidatesTags: [RECEIVER, SETTINGS],
    }),
  }),
});

export const {
  useGetReceiverStatusQuery,
  useGetReceiverStatisticsQuery,
  useGetReceiverDeliveriesQuery,
  useGetReceiverDeliveryQuery,
  useRedriveReceiverDeliveryMutation,
  useLeaveReceiverDeliveryMutation,
  useDiscardReceiverDeliveryMutation,
  useDecideReceiverWordMutation,
  useLeaveReceiverDeliveriesMutation,
  useGetReceiverWordsQuery,
  useDecideReceiverWordsMutation,
} = deliveriesApi;
