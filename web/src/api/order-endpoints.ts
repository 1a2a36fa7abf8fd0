// Owns orders as the shopper reads and asks for them: own orders live, and the callables that make and move them.
// Orders are never written from here; the server decides.
import type {
  OrderReasonRequest,
  OrderStatusResponse,
  PaymentSessionResponse,
} from '@savepoint/model/callables';
import type { CreateOrderRequest, CreateOrderResponse, Order } from '@savepoint/model/order';
import type { PlainDocument, QueryRequest } from '../firebase/request.ts';
import { shopApi } from './shop-api.ts';

function ownOrders(uid: string): QueryRequest {
  return {
    op: 'query',
    path: 'orders',
    where: [['userId', '==', uid]],
    orderBy: [['createdAt', 'desc']],
    identified: true,
  };
}

/** Follows one order; answers the function that stops following. */
export async function subscribeToOrder(
  orderId: string,
  onChange: (order: Order | null) => void,
  onProblem: (problem: unknown) => void,
): Promise<() => void> {
  const { subscribeToDocument: followDocument } = await import('../firebase/sdk-client.ts');
  return followDocument(
    `orders/${orderId}`,
    (document) => onChange(document as unknown as Order | null),
    onProblem,
  );
}

const warnThatNotLive = (problem: unknown) => console.warn('Orders are not followed live.', problem);

export const orderApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** The shopper's own orders, newest first, kept up to date while somebody looks. */
    orders: build.query<Order[], string>({
      query: ownOrders,
      providesTags: ['Order'],
      onCacheEntryAdded: async (uid, { cacheDataLoaded, cacheEntryRemoved, updateCachedData }) => {
        try {
          await cacheDataLoaded;
          const { subscribeToQuery: followQuery } = await import('../firebase/sdk-client.ts');
          const stop = await followQuery(
            ownOrders(uid),
            (documents: PlainDocument[]) => updateCachedData(() => documents as unknown as Order[]),
            warnThatNotLive,
          );
          await cacheEntryRemoved;
          stop();
        } catch (cause) {
          warnThatNotLive(cause);
        }
      },
    }),
    /** One order by id, null when there is none; keyed by who reads, so that no other shopper finds it in the cache. */
    order: build.query<Order | null, { uid: string; orderId: string }>({
      query: ({ orderId }) => ({
        op: 'get',
        path: `orders/${encodeURIComponent(orderId)}`,
        identified: true,
      }),
      providesTags: (_order, _problem, { orderId }) => [{ type: 'Order', id: orderId }],
      onCacheEntryAdded: async ({ orderId }, { cacheDataLoaded, cacheEntryRemoved, updateCachedData }) => {
        try {
          await cacheDataLoaded;
          const stop = await subscribeToOrder(
            orderId,
            (order) => updateCachedData(() => order),
            warnThatNotLive,
          );
          await cacheEntryRemoved;
          stop();
        } catch (cause) {
          warnThatNotLive(cause);
        }
      },
    }),
    createOrder: build.mutation<CreateOrderResponse, CreateOrderRequest>({
      query: (data) => ({ op: 'call', name: 'createOrder', data }),
      invalidatesTags: (answer) => (answer === undefined ? [] : ['Order', 'Product']),
    }),
    createPaymentSession: build.mutation<PaymentSessionResponse, string>({
      query: (orderId) => ({ op: 'call', name: 'createPaymentSession', data: { orderId } }),
    }),
    cancelOrder: build.mutation<OrderStatusResponse, OrderReasonRequest>({
      query: (data) => ({ op: 'call', name: 'cancelOrder', data }),
      invalidatesTags: ['Order', 'Product'],
    }),
    requestReturn: build.mutation<OrderStatusResponse, OrderReasonRequest>({
      query: (data) => ({ op: 'call', name: 'requestReturn', data }),
      invalidatesTags: ['Order'],
    }),
  }),
});

export const {
  useOrdersQuery,
  useOrderQuery,
  useCreateOrderMutation,
  useCreatePaymentSessionMutation,
  useCancelOrderMutation,
  useRequestReturnMutation,
} = orderApi;
