// Owns what the browser may ask of the server by name, and the answers (`createOrder` itself is in order.ts). Functions
// parse requests with these schemas; the web app takes the types. Times in answers are ISO strings, money is whole cents.
import * as z from 'zod/mini';
import { CategoryFieldsSchema } from './category.ts';
import type { OrderStatus } from './order.ts';
import { ORDER_STATUSES } from './order-status.ts';
import { ProductFieldsSchema } from './product.ts';
import { FITS } from './review.ts';

const documentId = z.string().check(z.minLength(1), z.maxLength(200), z.regex(/^(?!\.{1,2}$)(?!__)[^/]+$/));
const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email());

/** Answers of callables that have nothing to tell but success. */
export interface DoneResponse {
  readonly done: true;
}

/** `createPaymentSession`: pay a pending order, again or for the first time. */
export const OrderIdRequestSchema = z.strictObject({ orderId: documentId });
export type OrderIdRequest = z.infer<typeof OrderIdRequestSchema>;
export interface PaymentSessionResponse {
  readonly orderId: string;
  readonly paymentUrl: string;
}

/** `cancelOrder` and `requestReturn`. A cancelled order that was paid is refunded at once. */
export const OrderReasonRequestSchema = z.strictObject({
  orderId: documentId,
  reason: z.optional(text(500)),
});
export type OrderReasonRequest = z.infer<typeof OrderReasonRequestSchema>;

/** `updateOrder`, for admins: moves an order on, or only adds a tracking address. */
export const UpdateOrderRequestSchema = z.strictObject({
  orderId: documentId,
  status: z.optional(z.enum(ORDER_STATUSES)),
  reason: z.optional(text(500)),
  trackingUrl: z.optional(z.string().check(z.maxLength(2000), z.regex(/^https:\/\/[^\s"'<>]+$/))),
});
export type UpdateOrderRequest = z.infer<typeof UpdateOrderRequestSchema>;

/** What `cancelOrder`, `requestReturn` and `updateOrder` answer. */
export interface OrderStatusResponse {
  readonly orderId: string;
  readonly status: OrderStatus;
}

/** Why an order was refused; `details` of the error that `createOrder` answers. `line` counts from 0. */
export interface OrderErrorDetails {
  readonly reason:
    | 'unknown-product'
    | 'unknown-size'
    | 'size-missing'
    | 'not-for-sale'
    | 'out-of-stock'
    | 'too-many'
    | 'total-too-large';
  readonly line?: number;
  readonly productId?: string;
  readonly size?: string;
  /** Units that could be ordered now, for out-of-stock and too-many. */
  readonly available?: number;
}

/** `submitReview`: a shopper who bought the product reviews it once; a second call replaces the first review. */
export const SubmitReviewRequestSchema = z.strictObject({
  productId: documentId,
  rating: z.int().check(z.gte(1), z.lte(5)),
  title: text(120),
  content: text(4000),
  fit: z.optional(z.enum(FITS)),
  size: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
});
export type SubmitReviewRequest = z.infer<typeof SubmitReviewRequestSchema>;
export interface SubmitReviewResponse {
  readonly reviewId: string;
}

/** `deleteAccount`: the word protects from a slip of the mouse. */
export const DeleteAccountRequestSchema = z.strictObject({ confirm: z.literal('DELETE') });
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequestSchema>;

/** `subscribeNewsletter` and `requestPasswordReset`. The answer never tells whether the address was known. */
export const EmailRequestSchema = z.strictObject({ email });
export type EmailRequest = z.infer<typeof EmailRequestSchema>;

/** `sendContactMessage`. */
export const ContactMessageSchema = z.strictObject({
  name: text(100),
  email,
  subject: text(150),
  message: text(5000),
});
export type ContactMessage = z.infer<typeof ContactMessageSchema>;

/** What an admin may write of a product: all of it but what the server keeps (rating, reviews, source, times). */
export const ProductDraftSchema = z.omit(ProductFieldsSchema, {
  rating: true,
  reviews: true,
  inStock: true,
  source: true,
  createdAt: true,
  updatedAt: true,
});
export type ProductDraft = z.infer<typeof ProductDraftSchema>;

/** `saveProduct`: without `productId` a new product is made, named after its name. */
export const SaveProductRequestSchema = z.strictObject({
  productId: z.optional(documentId),
  /** The `version` last seen; a product changed since then is refused with `aborted`. Absent when creating. */
  version: z.optional(z.string().check(z.maxLength(64))),
  product: ProductDraftSchema,
});
export type SaveProductRequest = z.infer<typeof SaveProductRequestSchema>;
export interface SaveProductResponse {
  readonly productId: string;
  readonly version: string;
}

/** Some fields of many products at once (inline edits and bulk edits); the rest stays as it is. */
export const PATCH_PRODUCTS_MAX = 200;
export const PatchProductsRequestSchema = z.strictObject({
  products: z
    .array(
      z.strictObject({
        productId: documentId,
        version: z.optional(z.string().check(z.maxLength(64))),
        changes: z.partial(ProductDraftSchema),
      }),
    )
    .check(z.minLength(1), z.maxLength(PATCH_PRODUCTS_MAX)),
});
export type PatchProductsRequest = z.infer<typeof PatchProductsRequestSchema>;
export interface PatchProductsResponse {
  readonly products: readonly SaveProductResponse[];
}

/** `importProducts`: rows of a CSV file, already split into cells by name; judged and written all or none. */
export const IMPORT_ROWS_MAX = 500;
export const ImportProductsRequestSchema = z.strictObject({
  /** True only judges. */
  dryRun: z.boolean(),
  rows: z
    .array(z.record(z.string().check(z.maxLength(60)), z.string().check(z.maxLength(20_000))))
    .check(z.minLength(1), z.maxLength(IMPORT_ROWS_MAX)),
});
export type ImportProductsRequest = z.infer<typeof ImportProductsRequestSchema>;
export interface ImportProductsResponse {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** `row` counts data rows from 1. With any error nothing was written. */
  readonly errors: readonly { readonly row: number; readonly column?: string; readonly message: string }[];
}

/** `saveCategory`. */
export const SaveCategoryRequestSchema = z.strictObject({
  categoryId: z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60)),
  category: CategoryFieldsSchema,
});
export type SaveCategoryRequest = z.infer<typeof SaveCategoryRequestSchema>;

/**
 * `moderateReview`: hides a review (it and its rating are kept where only admins read them), shows it again, or takes it
 * away for good; why is kept in the audit log.
 */
export const ModerateReviewRequestSchema = z.strictObject({
  reviewId: documentId,
  action: z.enum(['hide', 'show', 'remove']),
  reason: text(500),
});
export type ModerateReviewRequest = z.infer<typeof ModerateReviewRequestSchema>;

/** `syncProducts` asks nothing; `undoSync` names the run. Progress is read from syncs/{syncId}. */
export const EmptyRequestSchema = z.nullish(z.strictObject({}));
export const SyncIdRequestSchema = z.strictObject({ syncId: documentId });
export type SyncIdRequest = z.infer<typeof SyncIdRequestSchema>;
export interface SyncResponse {
  readonly syncId: string;
  readonly status: string;
  readonly created: number;
  readonly updated: number;
  readonly archived: number;
  readonly problems: readonly string[];
}

/** One entry of the audit log, audit/{id}: who changed what and when. Admins read it; the server writes it. */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly uid: string;
  readonly email?: string;
  /** The callable's name. */
  readonly action: string;
  /** Path of what was changed, such as products/save-point-tee. */
  readonly target: string;
  readonly summary: string;
}
