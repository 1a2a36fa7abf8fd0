// Reads of contact messages, subscribers and customers. Rules let staff read them; replies are
// callables.
import type {
  DoneResponse,
  ReplyToContactMessageRequest,
  SetContactMessageStatusRequest,
  StoredContactMessage,
  Subscriber,
} from '@savepoint/model/callables';
import type { Order } from '@savepoint/model/order';
import type { BackendError } from '../../firebase/backend-error.ts';
import type { QueryRequest } from '../../firebase/request.ts';
import { adminApi, call, newestFirst } from './admin-endpoints.ts';

/** The fields of users/{uid} that the admin pages show. */
export interface Customer {
  readonly id: string;
  readonly email?: string;
  readonly displayName?: string;
  readonly createdAt?: string;
}

/** Customers found by email in one search, and the same number by name. */
const FOUND_MAX = 50;

/** Matches documents whose field begins with the text. Firestore compares text by code points. */
const withPrefix = (field: string, text: string): QueryRequest => ({
  op: 'query',
  path: 'users',
  where: [
    [field, '>=', text],
    [field, '<', `${text}\uf8ff`],
  ],
  orderBy: [[field, 'asc']],
  limit: FOUND_MAX,
  identified: true,
});

type Result = { data: Customer[] } | { error: BackendError };

const peopleApi = adminApi.enhanceEndpoints({ addTagTypes: ['Message'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The newest contact messages, at most `limit`. */
    contactMessages: build.query<StoredContactMessage[], number>({
      query: (limit) => newestFirst('contactMessages', 'createdAt', limit),
      providesTags: ['Message'],
    }),
    replyToContactMessage: build.mutation<DoneResponse, ReplyToContactMessageRequest>({
      query: call('replyToContactMessage'),
      invalidatesTags: ['Message'],
    }),
    setContactMessageStatus: build.mutation<DoneResponse, SetContactMessageStatusRequest>({
      query: call('setContactMessageStatus'),
      invalidatesTags: ['Message'],
    }),
    /** All subscribers of the newsletter, newest first. */
    subscribers: build.query<Subscriber[], void>({
      query: () => newestFirst('newsletter', 'createdAt'),
    }),
    /** The newest customers, at most `limit`, or those whose email or name begins with `text`. */
    customers: build.query<Customer[], { text: string; limit: number }>({
      queryFn: async ({ text, limit }, _api, _options, run) => {
        const requests =
          text === ''
            ? [newestFirst('users', 'createdAt', limit)]
            : [withPrefix('email', text.toLowerCase()), withPrefix('displayName', text)];
        const found = new Map<string, Customer>();
        for (const request of requests) {
          const result = (await run(request)) as Result;
          if ('error' in result && result.error !== undefined) return { error: result.error };
          for (const customer of (result as { data: Customer[] }).data) found.set(customer.id, customer);
        }
        return { data: [...found.values()] };
      },
    }),
    /**
     * One customer; null if the account does not exist. Separate from the endpoint of the shopper's
     * own record, which the cart follows.
     */
    customer: build.query<Customer | null, string>({
      query: (uid) => ({ op: 'get', path: `users/${encodeURIComponent(uid)}`, identified: true }),
    }),
    /** All orders of a customer, newest first. */
    customerOrders: build.query<Order[], string>({
      query: (uid) => ({
        ...newestFirst('orders', 'createdAt'),
        where: [['userId', '==', uid]],
      }),
      providesTags: ['Order'],
    }),
  }),
});

export const {
  useContactMessagesQuery,
  useReplyToContactMessageMutation,
  useSetContactMessageStatusMutation,
  useSubscribersQuery,
  useCustomersQuery,
  useCustomerQuery,
  useCustomerOrdersQuery,
} = peopleApi;
