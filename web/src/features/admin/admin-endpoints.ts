// Owns what the operator's desk reads and asks for. Nothing is written to the database from here: every change is a
// callable that checks the admin claim, judges the request and keeps the audit log.
import type {
  AuditEntry,
  DoneResponse,
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

const QUEUE_MAX = 200;
const LOG_MAX = 200;
const SYNCS_MAX = 10;

/** One run of the product sync, syncs/{id}. */
export interface SyncRun {
  readonly id: string;
  readonly status: 'staging' | 'applying' | 'applied' | 'failed' | 'undone';
  readonly startedAt: string;
  readonly startedBy: string;
  readonly pagesRead: number;
  readonly productsRead: number;
  readonly created: number;
  readonly updated: number;
  readonly archived: number;
  readonly problemCount: number;
  readonly problems: readonly string[];
  readonly finishedAt?: string;
  readonly error?: string;
}

/** What a run did to one product. */
export interface SyncChange {
  readonly id: string;
  readonly kind?: 'created' | 'updated' | 'archived';
  /** What the platform said; absent for what it dropped. */
  readonly fields?: { readonly name: string };
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

const newest = (path: string, by: string, limit: number): QueryRequest => ({
  op: 'query',
  path,
  orderBy: [[by, 'desc']],
  limit,
  identified: true,
});

const ORDERS = newest('orders', 'createdAt', QUEUE_MAX);
const SYNCS = newest('syncs', 'startedAt', SYNCS_MAX);

interface Lifecycle<T> {
  readonly cacheDataLoaded: Promise<unknown>;
  readonly cacheEntryRemoved: Promise<void>;
  readonly updateCachedData: (recipe: () => T) => unknown;
}

/** Keeps a cached query up to date while somebody looks at it. */
async function keepLive<T>(request: QueryRequest, lifecycle: Lifecycle<T>): Promise<void> {
  const warn = (problem: unknown) => console.warn(`'${request.path}' is not followed live.`, problem);
  try {
    await lifecycle.cacheDataLoaded;
    const { subscribeToQuery } = await import('../../firebase/sdk-client.ts');
    const stop = await subscribeToQuery(
      request,
      (documents: PlainDocument[]) => lifecycle.updateCachedData(() => documents as unknown as T),
      warn,
    );
    await lifecycle.cacheEntryRemoved;
    stop();
  } catch (cause) {
    warn(cause);
  }
}

const call = (name: string) => (data: unknown) => ({ op: 'call' as const, name, data });

export const adminApi = shopApi.enhanceEndpoints({ addTagTypes: ['Sync', 'Audit'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Every product whole, drafts and archived ones too. */
    allProducts: build.query<Product[], void>({
      query: () => ({ op: 'query', path: 'products' }),
      providesTags: ['Product'],
    }),
    /** One product whole, whatever its status; null when there is none. */
    anyProduct: build.query<Product | null, string>({
      query: (id) => ({ op: 'get', path: `products/${encodeURIComponent(id)}` }),
      providesTags: (_product, _problem, id) => [{ type: 'Product', id: `products/${id}` }],
      keepUnusedDataFor: 0,
    }),
    saveProduct: build.mutation<SaveProductResponse, SaveProductRequest>({
      query: call('saveProduct'),
      invalidatesTags: (answer) => (answer ? ['Product', 'Audit'] : []),
    }),
    patchProducts: build.mutation<PatchProductsResponse, PatchProductsRequest>({
      query: call('patchProducts'),
      invalidatesTags: ['Product', 'Audit'],
    }),
    importProducts: build.mutation<ImportProductsResponse, ImportProductsRequest>({
      query: call('importProducts'),
      invalidatesTags: (_answer, _problem, { dryRun }) => (dryRun ? [] : ['Product', 'Audit']),
    }),
    saveCategory: build.mutation<DoneResponse, SaveCategoryRequest>({
      query: call('saveCategory'),
      invalidatesTags: ['Category', 'Audit'],
    }),
    allOrders: build.query<Order[], void>({
      query: () => ORDERS,
      providesTags: ['Order'],
      onCacheEntryAdded: (_, lifecycle) => keepLive<Order[]>(ORDERS, lifecycle),
    }),
    updateOrder: build.mutation<OrderStatusResponse, UpdateOrderRequest>({
      query: call('updateOrder'),
      invalidatesTags: ['Order', 'Audit'],
    }),
    /** The newest reviews that shoppers read. */
    shownReviews: build.query<Review[], void>({
      query: () => newest('reviews', 'createdAt', LOG_MAX),
      providesTags: ['Review'],
    }),
    hiddenReviews: build.query<Review[], void>({
      query: () => newest('hiddenReviews', 'createdAt', LOG_MAX),
      providesTags: ['Review'],
    }),
    moderateReview: build.mutation<DoneResponse, ModerateReviewRequest>({
      query: call('moderateReview'),
      invalidatesTags: ['Review', 'Product', 'Audit'],
    }),
    syncs: build.query<SyncRun[], void>({
      query: () => SYNCS,
      providesTags: ['Sync'],
      onCacheEntryAdded: (_, lifecycle) => keepLive<SyncRun[]>(SYNCS, lifecycle),
    }),
    syncChanges: build.query<SyncChange[], string>({
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
    auditLog: build.query<AuditEntry[], void>({
      query: () => newest('audit', 'at', LOG_MAX),
      providesTags: ['Audit'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const {
  useAllProductsQuery,
  useAnyProductQuery,
  useSaveProductMutation,
  usePatchProductsMutation,
  useImportProductsMutation,
  useSaveCategoryMutation,
  useAllOrdersQuery,
  useUpdateOrderMutation,
  useShownReviewsQuery,
  useHiddenReviewsQuery,
  useModerateReviewMutation,
  useSyncsQuery,
  useSyncChangesQuery,
  useSyncProductsMutation,
  useUndoSyncMutation,
  useAuditLogQuery,
} = adminApi;

/** What a failed callable says, for people. */
export function problemText(error: unknown): string {
  const { code, message } = (error ?? {}) as { code?: string; message?: string };
  if (code === 'permission-denied') return 'Your account may not do this: it needs the admin role.';
  return message || 'That did not work. Try again.';
}
