import { stackApi } from '../api/stack-api.ts';

/** A message sent with Cloud Messaging, or refused. */
export interface SentMessage {
  readonly id: number;
  readonly time: string;
  readonly name?: string;
  readonly target?: { readonly kind: string; readonly value: string };
  readonly subscribers?: number;
  readonly isDryRun: boolean;
  /** The message as received. Messages that FCM refuses are listed, too. */
  readonly message: { readonly notification?: { readonly title?: unknown } | null } | null;
  readonly error?: { readonly status: string; readonly message: string };
  readonly traceId?: string;
}

interface Outbox {
  /** Newest first. */
  readonly messages: readonly SentMessage[];
  /** Tokens to refuse as if their apps were uninstalled. */
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
