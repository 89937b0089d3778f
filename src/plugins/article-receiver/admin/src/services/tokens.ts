import type { NewToken, TokenList, TokenSummary } from '../../../shared/settings/tokens';
import { api, get, post, RECEIVER, TOKENS, url } from './api';

const tokensApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReceiverTokens: build.query<TokenList, void>({
      query: () => get(url('tokens')),
      providesTags: [TOKENS],
    }),
    createReceiverToken: build.mutation<NewToken, { name: string; expiresAt: string | null }>({
      query: (wanted) => post(url('tokens'), wanted),
      invalidatesTags: [TOKENS, RECEIVER],
    }),
    rotateReceiverToken: build.mutation<NewToken, { id: string; overlapMs: number }>({
      query: ({ id, overlapMs }) => post(url('tokens', id, 'rotate'), { overlapMs }),
      invalidatesTags: [TOKENS],
    }),
    revokeReceiverToken: build.mutation<TokenSummary, string>({
      query: (id) => post(url('tokens', id, 'revoke')),
      invalidatesTags: [TOKENS, RECEIVER],
    }),
    removeReceiverToken: build.mutation<null, string>({
      query: (id) => post(url('tokens', id, 'remove')),
      invalidatesTags: [TOKENS],
    }),
  }),
});

export const {
  useGetReceiverTokensQuery,
  useCreateReceiverTokenMutation,
  useRotateReceiverTokenMutation,
  useRemoveReceiverTokenMutation,
  useRevokeReceiverTokenMutation,
} = tokensApi;
