import type { DryRun, JobSummary } from '../../../shared/deliveries/jobs';
import { api, get, post, RECEIVER, url } from './api';
import type { Selection } from './deliveries';

const JOB = 'ArticleReceiverJob' as const;

interface JobChange {
  id: JobSummary['id'];
  change: 'pause' | 'resume' | 'cancel';
}

const jobsApi = api.enhanceEndpoints({ addTagTypes: [JOB] }).injectEndpoints({
  endpoints: (build) => ({
    /** The latest rebuild or bulk redrive; null when there was none. */
    getReceiverJob: build.query<JobSummary | null, void>({
      query: () => get(url('rebuild')),
      transformResponse: ({ data }: { data: JobSummary | null }) => data,
      providesTags: [JOB],
    }),
    /** What a bulk redrive would do, of what comes after a position of the log. */
    tryReceiverRedrive: build.mutation<DryRun, Selection & { after: number }>({
      query: (selection) => post(url('deliveries', 'redrive'), { ...selection, dryRun: true }),
      transformResponse: ({ data }: { data: DryRun }) => data,
    }),
    redriveReceiverDeliveries: build.mutation<JobSummary, Selection>({
      query: (selection) => post(url('deliveries', 'redrive'), { ...selection, dryRun: false }),
      transformResponse: ({ data }: { data: JobSummary }) => data,
      invalidatesTags: [JOB, RECEIVER],
    }),
    /** Names the job that is meant: it may be over by now, and another one have begun. */
    changeReceiverJob: build.mutation<JobSummary, JobChange>({
      query: ({ change, id }) => post(url('rebuild', change), { id }),
      transformResponse: ({ data }: { data: JobSummary }) => data,
      invalidatesTags: [JOB, RECEIVER],
    }),
  }),
});

export const {
  useGetReceiverJobQuery,
  useTryReceiverRedriveMutation,
  useRedriveReceiverDeliveriesMutation,
  useChangeReceiverJobMutation,
} = jobsApi;
