import { stackApi } from '../api/stack-api.ts';

/** A message that was sent with Cloud Messaging, or refused. */
export interface SentMessage {
  readonly id: number;
  readonly time: string;
  readonly name?: string;
  readonly target?: { readonly kind: string; readonly value: string };
  readonly subscribers?: number;
  readonly isDryRun: boolean;
  /** As it was received; what FCM refuses is listed as well. */
  readonly message: { readonly notification?: { readonly title?: unknown } | null } | null;
  readonly error?: { readonly status: string; readonly message: string };
  readonly traceId?: string;
}

interface Outbox {
  /** Newest first. */
  readonly messages: readonly SentMessage[];
  /** Those that are to be refused as of apps that are gone. */
  readonly unregisteredTokens: readonly string[];
}

const messagesApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getOutbox: build.query<Outbox, void>({
      query: () => ({ path: 'messaging/_savepoint/messages' }),
      providesTags: ['Messages'],
    }),
    setTokenRegistered: build.mutation<unknown, { token: string; isRegistered: boolean }>({
      query: ({ token, isRegistered }) => ({
        path: `messaging/_savepoint/unregistered/${encodeURIComponent(token)}`,
        method: isRegistered ? 'DELETE' : 'PUT',
      }),
      invalidatesTags: ['Messages'],
    }),
    clearOutbox: build.mutation<unknown, void>({
      query: () => ({ path: 'messaging/_savepoint/reset', method: 'POST' }),
      invalidatesTags: ['Messages'],
    }),
  }),
});

export const { useGetOutboxQuery, useSetTokenRegisteredMutation, useClearOutboxMutation } = messagesApi;
