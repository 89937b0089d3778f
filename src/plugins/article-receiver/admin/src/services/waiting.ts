import type { DecisionPage, UndoneDecision } from '../../../shared/decisions/decisions';
import type { PlannedPage } from '../../../shared/articles/planned';
import type { DeadLinkPage } from '../../../shared/articles/links';
import type { WaitingPage } from '../../../shared/decisions/waiting';
import { api, ENTRIES, get, post, RECEIVER, url } from './api';

const waitingApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReceiverWaiting: build.query<WaitingPage, { page?: string; pageSize?: string }>({
      query: (params) => get(url('waiting'), params),
      providesTags: [RECEIVER],
    }),
    getReceiverPlanned: build.query<PlannedPage, { page?: string; pageSize?: string }>({
      query: (params) => get(url('planned'), params),
      providesTags: [RECEIVER],
    }),
    getReceiverDecisions: build.query<DecisionPage, { before?: number }>({
      query: (params) => get(url('decisions'), params),
      providesTags: [RECEIVER],
    }),
    getReceiverDeadLinks: build.query<DeadLinkPage, { before?: number }>({
      query: (params) => get(url('dead-links'), params),
      providesTags: [RECEIVER],
    }),
    undoReceiverDecision: build.mutation<UndoneDecision, number>({
      query: (id) => post(url('decisions', String(id), 'undo')),
      transformResponse: ({ data }: { data: UndoneDecision }) => data,
      invalidatesTags: ENTRIES,
    }),
  }),
});

export const {
  useGetReceiverWaitingQuery,
  useGetReceiverPlannedQuery,
  useGetReceiverDecisionsQuery,
  useGetReceiverDeadLinksQuery,
  useUndoReceiverDecisionMutation,
} = waitingApi;
