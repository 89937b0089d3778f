import type { RetentionSummary } from '../../../shared/settings/retention';
import type {
  SettingsAnswer,
  SettingsPatch,
  TestCount,
  TestDelivery,
  TestRemoval,
} from '../../../shared/settings/settings';
import { api, get, post, RECEIVER, SETTINGS, SETTINGS_EFFECTS, SETTINGS_VALUES, url } from './api';

const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getReceiverSettings: build.query<SettingsAnswer, void>({
      query: () => get(url('settings')),
      providesTags: [SETTINGS_VALUES],
    }),
    changeReceiverSettings: build.mutation<SettingsAnswer, SettingsPatch>({
      query: (data) => ({ url: url('settings'), method: 'PUT', data }),
      // Asked for again they would be here later than the form has let go of what it sent.
      async onQueryStarted(_patch, { dispatch, queryFulfilled }) {
        const answered = await queryFulfilled.catch(() => null);
        if (!answered) return;
        const { data } = answered;
        dispatch(settingsApi.util.updateQueryData('getReceiverSettings', undefined, () => data));
      },
      invalidatesTags: [SETTINGS_EFFECTS],
    }),
    clearReceiverPin: build.mutation<SettingsAnswer, void>({
      query: () => post(url('settings', 'pin', 'clear')),
      invalidatesTags: [SETTINGS],
    }),
    sendReceiverTest: build.mutation<TestDelivery, void>({
      query: () => post(url('settings', 'test-delivery')),
      invalidatesTags: [RECEIVER],
    }),
    /** How many test deliveries there are to remove. */
    getReceiverTests: build.query<number, void>({
      query: () => get(url('settings', 'test-delivery')),
      transformResponse: ({ count }: TestCount) => count,
      providesTags: [RECEIVER],
    }),
    removeReceiverTests: build.mutation<TestRemoval, void>({
      query: () => post(url('settings', 'test-delivery', 'remove')),
      invalidatesTags: [RECEIVER],
    }),
    getReceiverRetention: build.query<RetentionSummary, void>({
      query: () => get(url('retention')),
      transformResponse: ({ data }: { data: RetentionSummary }) => data,
      providesTags: [SETTINGS_EFFECTS],
    }),
  }),
});

export const {
  useGetReceiverSettingsQuery,
  useLazyGetReceiverSettingsQuery,
  useChangeReceiverSettingsMutation,
  useClearReceiverPinMutation,
  useSendReceiverTestMutation,
  useGetReceiverTestsQuery,
  useRemoveReceiverTestsMutation,
  useGetReceiverRetentionQuery,
} = settingsApi;
