// Reads of the shopper's own orders, live, and the callables that create and change them. Clients
// never write orders; the rules deny it.
import type {
  DoneResponse,
  OrderReasonRequest,
  OrderStatusResponse,
  PaymentSessionResponse,
} from '@savepoint/model/callables';
import type { CreateOrderRequest, CreateOrderResponse, Order } from '@savepoint/model/order';
import type {
  CorrectAddressRequest,
  RequestReturnRequest,
  ReturnResponse,
} from '@savepoint/model/order-changes';
import type { QueryRequest } from '../firebase/request.ts';
import { streamDocument, streamQuery } from './live-data.ts';
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

export const orderApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** The shopper's own orders, newest first; updated live while a component uses them. */
    orders: build.query<Order[], string>({
      query: ownOrdersQuery,
      providesTags: ['Order'],
      onCacheEntryAdded: (uid, lifecycle) =>
        streamQuery<Order[]>(ownOrdersQuery(uid), lifecycle, (orders) => {
          lifecycle.dispatch(orderApi.util.upsertQueryData('orders', uid, orders));
        }),
    }),
    /**
     * One order, updated live; null if it does not exist. The uid is part of the cache key, so that
     * no other shopper gets it from the cache.
     */
    order: build.query<Order | null, { uid: string; orderId: string }>({
      query: ({ orderId }) => ({
        op: 'get',
        path: `orders/${encodeURIComponent(orderId)}`,
        identified: true,
      }),
      providesTags: (_order, _error, { orderId }) => [{ type: 'Order', id: orderId }],
      onCacheEntryAdded: (key, lifecycle) =>
        streamDocument<Order>(`orders/${encodeURIComponent(key.orderId)}`, lifecycle, (order) => {
          lifecycle.dispatch(orderApi.util.upsertQueryData('order', key, order));
        }),
    }),
    /** A shopper's newest order, or null; read once. */
    lastOrder: build.query<Order | null, string>({
      query: (uid) => ({ ...ownOrdersQuery(uid), limit: 1 }),
      transformResponse: (orders: Order[]) => orders[0] ?? null,
      providesTags: ['Order'],
    }),
    createOrder: build.mutation<CreateOrderResponse, CreateOrderRequest>({
      query: (data) => ({ op: 'call', name: 'createOrder', data }),
      // A rejected order often means that the browser's prices or stock are stale.
      invalidatesTags: (response) =>
        response === undefined ? ['Product', 'Settings', 'Order'] : ['Order', 'Product'],
    }),
    createPaymentSession: build.mutation<PaymentSessionResponse, string>({
      query: (orderId) => ({ op: 'call', name: 'createPaymentSession', data: { orderId } }),
    }),
    cancelOrder: build.mutation<OrderStatusResponse, OrderReasonRequest>({
      query: (data) => ({ op: 'call', name: 'cancelOrder', data }),
      invalidatesTags: ['Order', 'Product'],
    }),
    correctAddress: build.mutation<DoneResponse, CorrectAddressRequest>({
      query: (data) => ({ op: 'call', name: 'correctAddress', data }),
      invalidatesTags: ['Order'],
    }),
    requestReturn: build.mutation<ReturnResponse, RequestReturnRequest>({
      query: (data) => ({ op: 'call', name: 'requestReturn', data }),
      invalidatesTags: ['Order'],
    }),
  }),
});

export const {
  useOrdersQuery,
  useOrderQuery,
  useLastOrderQuery,
  useCreateOrderMutation,
  useCreatePaymentSessionMutation,
  useCancelOrderMutation,
  useCorrectAddressMutation,
  useRequestReturnMutation,
} = orderApi;
