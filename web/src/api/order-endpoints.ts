// Reads of the shopper's own orders, live, and the callables that create and change them. Clients never write orders; the
// rules deny it.
import type {
  OrderReasonRequest,
  OrderStatusResponse,
  PaymentSessionResponse,
} from '@savepoint/model/callables';
import type { CreateOrderRequest, CreateOrderResponse, Order } from '@savepoint/model/order';
import type { PlainDocument, QueryRequest } from '../firebase/request.ts';
import { shopApi } from './shop-api.ts';

function ownOrdersQuery(uid: string): QueryRequest {
  return {
    op: 'query',
    path: 'orders',
    where: [['userId', '==', uid]],
    orderBy: [['createdAt', 'desc']],
    identified: true,
  };
}

/**
 * Subscribes to one order: `onChange` gets it now and on every change, null when it does not exist. The returned function
 * unsubscribes.
 */
export async function subscribeToOrder(
  orderId: string,
  onChange: (order: Order | null) => void,
  onError: (error: unknown) => void,
): Promise<() => void> {
  const { subscribeToDocument } = await import('../firebase/sdk-client.ts');
  return subscribeToDocument(
    `orders/${orderId}`,
    (document) => onChange(document as unknown as Order | null),
    onError,
  );
}

const warnNotLive = (error: unknown) => console.warn('Orders are not updated live.', error);

export const orderApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** The shopper's own orders, newest first; updated live while a component uses them. */
    orders: build.query<Order[], string>({
      query: ownOrdersQuery,
      providesTags: ['Order'],
      onCacheEntryAdded: async (uid, { cacheDataLoaded, cacheEntryRemoved, updateCachedData }) => {
        try {
          await cacheDataLoaded;
          const { subscribeToQuery } = await import('../firebase/sdk-client.ts');
          const unsubscribe = await subscribeToQuery(
            ownOrdersQuery(uid),
            (documents: PlainDocument[]) => updateCachedData(() => documents as unknown as Order[]),
            warnNotLive,
          );
          await cacheEntryRemoved;
          unsubscribe();
        } catch (cause) {
          warnNotLive(cause);
        }
      },
    }),
    /** One order; null when there is none. The uid is part of the cache key, so that no other shopper gets it from the cache. */
    order: build.query<Order | null, { uid: string; orderId: string }>({
      query: ({ orderId }) => ({
        op: 'get',
        path: `orders/${encodeURIComponent(orderId)}`,
        identified: true,
      }),
      providesTags: (_order, _error, { orderId }) => [{ type: 'Order', id: orderId }],
      onCacheEntryAdded: async ({ orderId }, { cacheDataLoaded, cacheEntryRemoved, updateCachedData }) => {
        try {
          await cacheDataLoaded;
          const unsubscribe = await subscribeToOrder(
            orderId,
            (order) => updateCachedData(() => order),
            warnNotLive,
          );
          await cacheEntryRemoved;
          unsubscribe();
        } catch (cause) {
          warnNotLive(cause);
        }
      },
    }),
    createOrder: build.mutation<CreateOrderResponse, CreateOrderRequest>({
      query: (data) => ({ op: 'call', name: 'createOrder', data }),
      invalidatesTags: (response) => (response === undefined ? [] : ['Order', 'Product']),
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
