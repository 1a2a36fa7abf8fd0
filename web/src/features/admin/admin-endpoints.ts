// Owns what the operator's desk reads and asks for. Reads go by the SDK as the signed-in admin; every write is a
// callable, so that the audit log cannot be passed by. Only the desk's pages load this file.
import type {
  AuditEntry,
  ImportProductsRequest,
  ImportProductsResponse,
  ModerateReviewRequest,
  OrderStatusResponse,
  PatchProductsRequest,
  PatchProductsResponse,
  SaveCategoryRequest,
  SaveProductRequest,
  SaveProductResponse,
  SyncResponse,
  UpdateOrderRequest,
} from '@savepoint/model/callables';
import type { Order } from '@savepoint/model/order';
import type { Product } from '@savepoint/model/product';
import type { Review } from '@savepoint/model/review';
import { shopApi } from '../../api/shop-api.ts';
import type { PlainDocument, QueryRequest } from '../../firebase/request.ts';

const ORDERS_MAX = 200;
const REVIEWS_MAX = 200;
const AUDIT_MAX = 200;
const CHANGES_MAX = 500;

/** One run of the product feed, syncs/{id}. */
export interface SyncRun {
  readonly id: string;
  readonly status: 'staging' | 'applying' | 'applied' | 'failed' | 'undone';
  readonly startedAt: string;
  readonly startedBy: string;
  readonly finishedAt?: string;
  readonly pagesRead: number;
  readonly productsRead: number;
  readonly created: number;
  readonly updated: number;
  readonly archived: number;
  readonly problemCount: number;
  readonly problems: readonly string[];
  readonly error?: string;
}

/** What a run did to one product. */
export interface SyncChange {
  readonly id: string;
  readonly kind?: 'created' | 'updated' | 'archived';
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

const newestSyncs: QueryRequest = {
  op: 'query',
  path: 'syncs',
  orderBy: [['startedAt', 'desc']],
  limit: 10,
  identified: true,
};

export const adminApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    /** Every product, drafts and archived ones too. */
    adminProducts: build.query<Product[], void>({
      query: () => ({ op: 'query', path: 'products', orderBy: [['name', 'asc']], identified: true }),
      providesTags: ['Product'],
    }),
    adminProduct: build.query<Product | null, string>({
      query: (id) => ({ op: 'get', path: `products/${id}`, identified: true }),
      providesTags: (_product, _problem, id) => [{ type: 'Product', id }],
    }),
    adminOrders: build.query<Order[], void>({
      query: () => ({
        op: 'query',
        path: 'orders',
        orderBy: [['createdAt', 'desc']],
        limit: ORDERS_MAX,
        identified: true,
      }),
      providesTags: ['Order'],
    }),
    adminReviews: build.query<Review[], void>({
      query: () => ({
        op: 'query',
        path: 'reviews',
        orderBy: [['createdAt', 'desc']],
        limit: REVIEWS_MAX,
        identified: true,
      }),
      providesTags: ['Review'],
    }),
    auditLog: build.query<AuditEntry[], void>({
      query: () => ({
        op: 'query',
        path: 'audit',
        orderBy: [['at', 'desc']],
        limit: AUDIT_MAX,
        identified: true,
      }),
      keepUnusedDataFor: 0,
    }),
    /** The last ten runs, followed while the page is open: that is the progress. */
    syncRuns: build.query<SyncRun[], void>({
      query: () => newestSyncs,
      onCacheEntryAdded: async (_, { cacheDataLoaded, cacheEntryRemoved, updateCachedData }) => {
        await cacheDataLoaded.catch(() => undefined);
        const { followQuery } = await import('../../firebase/sdk-client.ts');
        const stop = await followQuery(
          newestSyncs,
          (documents: PlainDocument[]) => updateCachedData(() => documents as unknown as SyncRun[]),
          (problem) => console.warn('Syncs are not followed live.', problem),
        );
        await cacheEntryRemoved;
        stop();
      },
    }),
    syncChanges: build.query<SyncChange[], string>({
      query: (syncId) => ({
        op: 'query',
        path: `syncs/${syncId}/changes`,
        limit: CHANGES_MAX,
        identified: true,
      }),
    }),
    saveProduct: build.mutation<SaveProductResponse, SaveProductRequest>({
      query: (data) => ({ op: 'call', name: 'saveProduct', data }),
      invalidatesTags: ['Product'],
    }),
    /** Changes fields of many products; the table shows it at once and takes it back when the server refuses. */
    patchProducts: build.mutation<PatchProductsResponse, PatchProductsRequest>({
      query: (data) => ({ op: 'call', name: 'patchProducts', data }),
      onQueryStarted: async ({ products }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          adminApi.util.updateQueryData('adminProducts', undefined, (rows) => {
            for (const { productId, changes } of products) {
              const row = rows.find(({ id }) => id === productId);
              if (row) Object.assign(row, changes);
            }
          }),
        );
        await queryFulfilled.catch(() => shown.undo());
      },
      invalidatesTags: ['Product'],
    }),
    importProducts: build.mutation<ImportProductsResponse, ImportProductsRequest>({
      query: (data) => ({ op: 'call', name: 'importProducts', data }),
      invalidatesTags: (answer, _problem, { dryRun }) => (answer && !dryRun ? ['Product'] : []),
    }),
    saveCategory: build.mutation<unknown, SaveCategoryRequest>({
      query: (data) => ({ op: 'call', name: 'saveCategory', data }),
      invalidatesTags: ['Category'],
    }),
    moderateReview: build.mutation<unknown, ModerateReviewRequest>({
      query: (data) => ({ op: 'call', name: 'moderateReview', data }),
      invalidatesTags: ['Review', 'Product'],
    }),
    updateOrder: build.mutation<OrderStatusResponse, UpdateOrderRequest>({
      query: (data) => ({ op: 'call', name: 'updateOrder', data }),
      invalidatesTags: ['Order', 'Product'],
    }),
    syncProducts: build.mutation<SyncResponse, void>({
      query: () => ({ op: 'call', name: 'syncProducts', data: {} }),
      invalidatesTags: ['Product'],
    }),
    undoSync: build.mutation<unknown, string>({
      query: (syncId) => ({ op: 'call', name: 'undoSync', data: { syncId } }),
      invalidatesTags: ['Product'],
    }),
  }),
});

export const {
  useAdminProductsQuery,
  useAdminProductQuery,
  useAdminOrdersQuery,
  useAdminReviewsQuery,
  useAuditLogQuery,
  useSyncRunsQuery,
  useSyncChangesQuery,
  useSaveProductMutation,
  usePatchProductsMutation,
  useImportProductsMutation,
  useSaveCategoryMutation,
  useModerateReviewMutation,
  useUpdateOrderMutation,
  useSyncProductsMutation,
  useUndoSyncMutation,
} = adminApi;
