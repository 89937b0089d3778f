import type { LookedAgain, WrongPages } from '../../../shared/articles/pages';
import { api, get, post, RECEIVER, url } from './api';

const pagesApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReceiverPages: build.query<WrongPages, { before?: number }>({
      query: (params) => get(url('pages'), params),
      providesTags: [RECEIVER],
    }),
    lookReceiverPageAgain: build.mutation<LookedAgain, string>({
      query: (documentId) => post(url('articles', documentId, 'look-again')),
      transformResponse: ({ data }: { data: LookedAgain }) => data,
      invalidatesTags: [RECEIVER],
    }),
  }),
});

export const { useGetReceiverPagesQuery, useLookReceiverPageAgainMutation } = pagesApi;
