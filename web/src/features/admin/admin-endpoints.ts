// Reads and callables of the admin pages. Nothing is written to Firestore from here: every change
// is a callable that checks the role, validates the request and writes the audit log.
import type {
  AuditEntry,
  DeleteCategoryRequest,
  DeletedResponse,
  DeleteProductRequest,
  DoneResponse,
  ImportProductsRequest,
  ImportProductsResponse,
  ModerateReviewRequest,
  OrderCategoriesRequest,
  PatchProductsRequest,
  PatchProductsResponse,
  ProcessImageRequest,
  ProcessImageResponse,
  RestoreDeletedRequest,
  SaveCategoryRequest,
  SaveProductRequest,
  SaveProductResponse,
  SyncResponse,
  SyncSettings,
} from '@savepoint/model/callables';
import type { Product } from '@savepoint/model/product';
import type { Review } from '@savepoint/model/review';
import { SYNC_HISTORY_MAX, type SyncChange, type SyncRecord } from '@savepoint/model/sync-record';
import { toCallableFailure } from '../../api/callable-failure.ts';
import { catalogueApi } from '../../api/catalogue-endpoints.ts';
import { streamQuery } from '../../api/live-data.ts';
import { shopApi } from '../../api/shop-api.ts';
import type { QueryRequest } from '../../firebase/request.ts';

const LOG_MAX = 200;

/** One run of the product sync, syncs/{id}. */
export type SyncRun = SyncRecord & { readonly id: string };

/** The change of one sync run to one product, syncs/{id}/changes/{productId}. */
export type ProductSyncChange = SyncChange & { readonly id: string };

/** Documents of a collection, newest first, up to an optional limit. */
export const newestFirst = (path: string, by: string, limit?: number): QueryRequest => ({
  op: 'query',
  path,
  orderBy: [[by, 'desc']],
  ...(limit !== undefined && { limit }),
  identified: true,
});

const SYNCS = newestFirst('syncs', 'startedAt', SYNC_HISTORY_MAX);

/** A call of a function with the endpoint's argument as data. */
export const call = (name: string) => (data: unknown) => ({ op: 'call' as const, name, data });

export const adminApi = shopApi.enhanceEndpoints({ addTagTypes: ['Sync', 'Audit'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Every product with all fields, including drafts and archived products. */
    allProducts: build.query<Product[], void>({
      query: () => ({ op: 'query', path: 'products' }),
      providesTags: ['Product'],
    }),
    /** One product with all fields, in any status; null if it does not exist. */
    adminProduct: build.query<Product | null, string>({
      query: (id) => ({ op: 'get', path: `products/${encodeURIComponent(id)}` }),
      providesTags: (_product, _error, id) => [{ type: 'Product', id: `products/${id}` }],
      keepUnusedDataFor: 0,
    }),
    /**
     * Like adminProduct, but does not touch the cached product that an open form was built from.
     */
    readProduct: build.mutation<Product | null, string>({
      query: (id) => ({ op: 'get', path: `products/${encodeURIComponent(id)}` }),
    }),
    saveProduct: build.mutation<SaveProductResponse, SaveProductRequest>({
      query: call('saveProduct'),
      invalidatesTags: (result) => (result ? ['Product', 'Audit'] : []),
    }),
    processImage: build.mutation<ProcessImageResponse, ProcessImageRequest>({
      query: call('processImage'),
    }),
    patchProducts: build.mutation<PatchProductsResponse, PatchProductsRequest>({
      query: call('patchProducts'),
      invalidatesTags: ['Product', 'Audit'],
    }),
    importProducts: build.mutation<ImportProductsResponse, ImportProductsRequest>({
      query: call('importProducts'),
      invalidatesTags: (_result, _error, { dryRun }) => (dryRun ? [] : ['Product', 'Audit']),
    }),
    saveCategory: build.mutation<DoneResponse, SaveCategoryRequest>({
      query: call('saveCategory'),
      invalidatesTags: ['Category', 'Audit'],
    }),
    deleteProduct: build.mutation<DeletedResponse, DeleteProductRequest>({
      query: call('deleteProduct'),
      invalidatesTags: (result) => (result ? ['Product', 'Audit'] : []),
    }),
    deleteCategory: build.mutation<DeletedResponse, DeleteCategoryRequest>({
      query: call('deleteCategory'),
      invalidatesTags: (result) => (result ? ['Category', 'Audit'] : []),
    }),
    restoreDeleted: build.mutation<DoneResponse, RestoreDeletedRequest>({
      query: call('restoreDeleted'),
      invalidatesTags: ['Product', 'Category', 'Audit'],
    }),
    orderCategories: build.mutation<DoneResponse, OrderCategoriesRequest>({
      query: call('orderCategories'),
      invalidatesTags: ['Category', 'Audit'],
      onQueryStarted: async ({ categoryIds }, { dispatch, queryFulfilled }) => {
        const optimistic = dispatch(
          catalogueApi.util.updateQueryData('categories', undefined, (categories) =>
            [...categories].sort((a, b) => categoryIds.indexOf(a.id) - categoryIds.indexOf(b.id)),
          ),
        );
        await queryFulfilled.catch(optimistic.undo);
      },
    }),
    /** The newest visible reviews. */
    visibleReviews: build.query<Review[], void>({
      query: () => newestFirst('reviews', 'createdAt', LOG_MAX),
      providesTags: ['Review'],
    }),
    hiddenReviews: build.query<Review[], void>({
      query: () => newestFirst('hiddenReviews', 'createdAt', LOG_MAX),
      providesTags: ['Review'],
    }),
    moderateReview: build.mutation<DoneResponse, ModerateReviewRequest>({
      query: call('moderateReview'),
      invalidatesTags: ['Review', 'Product', 'Audit'],
    }),
    syncs: build.query<SyncRun[], void>({
      query: () => SYNCS,
      providesTags: ['Sync'],
      onCacheEntryAdded: (_, lifecycle) =>
        streamQuery<SyncRun[]>(SYNCS, lifecycle, (runs) => {
          lifecycle.dispatch(adminApi.util.upsertQueryData('syncs', undefined, runs));
        }),
    }),
    syncSettings: build.query<SyncSettings, void>({
      query: () => call('readSyncSettings')({}),
    }),
    syncChanges: build.query<ProductSyncChange[], string>({
      query: (syncId) => ({
        op: 'query',
        path: `syncs/${syncId}/changes`,
        limit: LOG_MAX,
        identified: true,
      }),
      providesTags: ['Sync'],
    }),
    syncProducts: build.mutation<SyncResponse, void>({
      query: () => call('syncProducts')({}),
      invalidatesTags: ['Sync', 'Product', 'Audit'],
    }),
    undoSync: build.mutation<DoneResponse, string>({
      query: (syncId) => call('undoSync')({ syncId }),
      invalidatesTags: ['Sync', 'Product', 'Audit'],
    }),
    /** The newest entries of the audit log, at most `limit`. */
    auditLog: build.query<AuditEntry[], number>({
      query: (limit) => newestFirst('audit', 'at', limit),
      providesTags: ['Audit'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useAllProductsQuery,
  useAdminProductQuery,
  useReadProductMutation,
  useSaveProductMutation,
  usePatchProductsMutation,
  useProcessImageMutation,
  useImportProductsMutation,
  useSaveCategoryMutation,
  useDeleteProductMutation,
  useDeleteCategoryMutation,
  useRestoreDeletedMutation,
  useOrderCategoriesMutation,
  useVisibleReviewsQuery,
  useHiddenReviewsQuery,
  useModerateReviewMutation,
  useSyncsQuery,
  useSyncSettingsQuery,
  useSyncChangesQuery,
  useSyncProductsMutation,
  useUndoSyncMutation,
  useAuditLogQuery,
} = adminApi;

/**
 * The failure of a callable for the form that called it: its message, and the field that the server
 * named.
 */
export function toFailure(error: unknown): { message: string; field?: string } {
  const failure = toCallableFailure(error, '');
  return { ...failure, message: errorMessage(error) };
}

/** The message of a failed callable for the admin pages. */
export function errorMessage(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === 'permission-denied') return message || 'Your role does not allow this.';
  return message || 'That did not work. Try again.';
}
