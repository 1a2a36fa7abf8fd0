// Reads and callables of the order pages, the dashboard and the roles page.
import type {
  AuditEntry,
  DoneResponse,
  OrderStatusResponse,
  UpdateOrderRequest,
} from '@savepoint/model/callables';
import type { DashboardRequest, DashboardResponse } from '@savepoint/model/dashboard';
import type { Order, OrderStatus } from '@savepoint/model/order';
import type {
  ChangeReturnRequest,
  OrderNote,
  OrderNoteRequest,
  RefundOrderRequest,
  RefundOrderResponse,
  ReturnResponse,
} from '@savepoint/model/order-changes';
import type { OrderEmailsResponse, ResendOrderEmailRequest } from '@savepoint/model/order-emails';
import type { SetRoleRequest, SetRoleResponse, StaffMember } from '@savepoint/model/staff';
import { streamQuery } from '../../api/live-data.ts';
import { shopApi } from '../../api/shop-api.ts';
import type { QueryRequest } from '../../firebase/request.ts';
import { type OrderFilter, ordersQuery } from './order-query.ts';

export const ORDERS_PER_PAGE = 25;
/** The page size of an export, which reads all matches. */
export const EXPORTED_PER_PAGE = 200;
const STAFF_MAX = 500;

const call = (name: string) => (data: unknown) => ({ op: 'call' as const, name, data });

const notesQuery = (orderId: string): QueryRequest => ({
  op: 'query',
  path: `orders/${encodeURIComponent(orderId)}/notes`,
  orderBy: [['at', 'asc']],
  identified: true,
});

const idsOf = (orders: readonly Order[] | undefined) => orders?.map(({ id }) => id).join();

export const orderAdminApi = shopApi
  .enhanceEndpoints({ addTagTypes: ['Audit', 'Note', 'Staff', 'Dashboard', 'Email'] })
  .injectEndpoints({
    endpoints: (build) => ({
      /**
       * The filtered orders, page by page; the first page is live, and its changes refetch the
       * others.
       */
      orderPages: build.infiniteQuery<Order[], OrderFilter, string | undefined>({
        query: ({ queryArg, pageParam }) => ordersQuery(queryArg, ORDERS_PER_PAGE, pageParam),
        infiniteQueryOptions: {
          initialPageParam: undefined,
          getNextPageParam: (page) => (page.length === ORDERS_PER_PAGE ? page.at(-1)?.id : undefined),
        },
        providesTags: ['Order'],
        keepUnusedDataFor: 30,
        onCacheEntryAdded: (filter, lifecycle) =>
          streamQuery<Order[]>(
            ordersQuery(filter, ORDERS_PER_PAGE),
            {
              cacheEntryRemoved: lifecycle.cacheEntryRemoved,
              getCacheEntry: () => ({ data: lifecycle.getCacheEntry().data?.pages[0] }),
              updateCachedData: (recipe): void => {
                const first = recipe();
                const cached = lifecycle.getCacheEntry().data;
                if (
                  cached !== undefined &&
                  cached.pages.length > 1 &&
                  idsOf(cached.pages[0]) !== idsOf(first)
                ) {
                  lifecycle.dispatch(shopApi.util.invalidateTags(['Order']));
                  return;
                }
                lifecycle.updateCachedData((draft) => {
                  draft.pages[0] = first as never;
                });
              },
            },
            () => undefined,
          ),
      }),
      /** One page of all filtered orders, for an export. */
      exportedOrders: build.query<Order[], { filter: OrderFilter; after: string | undefined }>({
        query: ({ filter, after }) => ordersQuery(filter, EXPORTED_PER_PAGE, after),
        keepUnusedDataFor: 0,
      }),
      updateOrder: build.mutation<OrderStatusResponse, UpdateOrderRequest>({
        query: call('updateOrder'),
        invalidatesTags: ['Order', 'Audit', 'Dashboard'],
      }),
      refundOrder: build.mutation<RefundOrderResponse, RefundOrderRequest>({
        query: call('refundOrder'),
        invalidatesTags: ['Order', 'Product', 'Audit', 'Dashboard'],
      }),
      changeReturn: build.mutation<ReturnResponse, ChangeReturnRequest>({
        query: call('changeReturn'),
        invalidatesTags: ['Order', 'Product', 'Audit', 'Dashboard'],
      }),
      orderEmails: build.query<OrderEmailsResponse, { orderId: string; updatedAt: string | undefined }>({
        query: ({ orderId }) => call('readOrderEmails')({ orderId }),
        providesTags: ['Email'],
        keepUnusedDataFor: 0,
      }),
      resendOrderEmail: build.mutation<DoneResponse, ResendOrderEmailRequest>({
        query: call('resendOrderEmail'),
        invalidatesTags: ['Email', 'Audit'],
      }),
      orderNotes: build.query<OrderNote[], string>({
        query: notesQuery,
        providesTags: ['Note'],
        onCacheEntryAdded: (orderId, lifecycle) =>
          streamQuery<OrderNote[]>(notesQuery(orderId), lifecycle, (notes) => {
            lifecycle.dispatch(orderAdminApi.util.upsertQueryData('orderNotes', orderId, notes));
          }),
      }),
      addOrderNote: build.mutation<{ done: true }, OrderNoteRequest>({
        query: call('addOrderNote'),
        invalidatesTags: ['Note'],
      }),
      /**
       * The accepted payment of an order, or null. It is not live: the status is part of the key,
       * so that it is read again when the live order becomes paid.
       */
      orderPayment: build.query<
        { paymentIntentId?: string; paidCents?: number } | null,
        { orderId: string; status: OrderStatus }
      >({
        query: ({ orderId }) => ({
          op: 'get',
          path: `payments/${encodeURIComponent(orderId)}`,
          identified: true,
        }),
        providesTags: ['Order'],
      }),
      /** The entries of the audit log about an order. */
      orderAudit: build.query<AuditEntry[], { orderId: string; updatedAt: string | undefined }>({
        query: ({ orderId }) => ({
          op: 'query',
          path: 'audit',
          where: [['target', '==', `orders/${orderId}`]],
          identified: true,
        }),
        providesTags: ['Audit'],
        keepUnusedDataFor: 0,
      }),
      dashboard: build.query<DashboardResponse, DashboardRequest>({
        query: call('readDashboard'),
        providesTags: ['Dashboard'],
        keepUnusedDataFor: 0,
      }),
      staff: build.query<StaffMember[], void>({
        query: () => ({
          op: 'query',
          path: 'staff',
          orderBy: [['email', 'asc']],
          limit: STAFF_MAX,
          identified: true,
        }),
        providesTags: ['Staff'],
      }),
      setRole: build.mutation<SetRoleResponse, SetRoleRequest>({
        query: call('setRole'),
        invalidatesTags: ['Staff', 'Audit'],
      }),
    }),
  });

export const {
  useOrderPagesInfiniteQuery,
  useLazyExportedOrdersQuery,
  useUpdateOrderMutation,
  useRefundOrderMutation,
  useChangeReturnMutation,
  useOrderEmailsQuery,
  useResendOrderEmailMutation,
  useOrderNotesQuery,
  useAddOrderNoteMutation,
  useOrderPaymentQuery,
  useOrderAuditQuery,
  useDashboardQuery,
  useStaffQuery,
  useSetRoleMutation,
} = orderAdminApi;
