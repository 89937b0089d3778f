import { encodedDeep } from '../utils/encoded-deep';
import type {
  DecisionResult,
  DeliveryDetail,
  DeliverySummary,
  KeysetPagination,
  Pagination,
  ReceiverStatus,
} from '../../../shared/deliveries';
import type { Effect } from '../../../shared/settings';
import type { Statistics } from '../../../shared/statistics';
import { api, get, post, RECEIVER, SETTINGS, url } from './api';

/** Which deliveries, as it is in the address bar. */
export interface Selection {
  filters?: Record<string, unknown>;
  _q?: string;
}

/** The list's query. A cursor, `after` or `before`, counts only where no `page` is named. */
export interface LogQuery extends Selection {
  page?: string | number;
  pageSize?: string | number;
  after?: string;
  before?: string;
}

export interface LogPage {
  results: DeliverySummary[];
  pagination: Pagination | KeysetPagination;
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
    getReceiverDeliveries: build.query<LogPage, LogQuery>({
      query: (params) => get(url('deliveries'), encodedDeep(params)),
      providesTags: [RECEIVER],
    }),
    getReceiverDelivery: build.query<DeliveryDetail, string>({
      query: (deliveryId) => get(url('deliveries', deliveryId)),
      providesTags: [RECEIVER],
    }),
    redriveReceiverDelivery: build.mutation<unknown, string>({
      query: (deliveryId) => post(url('deliveries', deliveryId, 'redrive')),
      invalidatesTags: [RECEIVER],
    }),
    discardReceiverDelivery: build.mutation<unknown, { deliveryId: string; reason: string }>({
      query: ({ deliveryId, reason }) => post(url('deliveries', deliveryId, 'discard'), { reason }),
      invalidatesTags: [RECEIVER],
    }),
    decideReceiverWord: build.mutation<DecisionResult, { deliveryId: string; effect: Effect }>({
      query: ({ deliveryId, effect }) => post(url('deliveries', deliveryId, 'decide'), { effect }),
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
  useDiscardReceiverDeliveryMutation,
  useDecideReceiverWordMutation,
} = deliveriesApi;
