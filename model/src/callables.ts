// Request schemas and response types of the callable functions (`createOrder` is in order.ts).
// Functions parse requests with the schemas, the web app imports the types only. Times in responses
// are ISO strings, amounts are whole cents.
import * as z from 'zod/mini';
import { CategoryFieldsSchema } from './category.ts';
import { CategoryIdSchema, DocumentIdSchema } from './document-id.ts';
import { EmailAddressSchema } from './email-address.ts';
import { CATEGORIES_MAX } from './limits.ts';
import type { OrderStatus } from './order.ts';
import { ORDER_STATUSES } from './order-status.ts';
import { lineSchema, textSchema } from './plain-text.ts';
import { ProductFieldsSchema, VariantSchema } from './product.ts';
import type { PromotionRefusal } from './promotion-refusal.ts';
import { FITS } from './review.ts';
import type { Totals } from './totals.ts';

/** The response of callables that return only success. */
export interface DoneResponse {
  readonly done: true;
}

/** `createPaymentSession`: opens a payment page for a pending order. */
export const OrderIdRequestSchema = z.strictObject({ orderId: DocumentIdSchema });
export type OrderIdRequest = z.infer<typeof OrderIdRequestSchema>;
export interface PaymentSessionResponse {
  readonly orderId: string;
  readonly paymentUrl: string;
}

/** `cancelOrder` and `requestReturn`. Canceling a paid order refunds it. */
export const OrderReasonRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  reason: z.optional(textSchema(1, 500)),
});
export type OrderReasonRequest = z.infer<typeof OrderReasonRequestSchema>;

/** `updateOrder`, for staff: changes the status of an order, its tracking URL, or both. */
export const UpdateOrderRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  status: z.optional(z.enum(ORDER_STATUSES)),
  reason: z.optional(textSchema(1, 500)),
  trackingUrl: z.optional(z.string().check(z.maxLength(2000), z.regex(/^https:\/\/[^\s"'<>]+$/))),
  /** For the status `refunded`: whether to restock the units. Defaults to `stockEffect`. */
  restock: z.optional(z.boolean()),
  /** For a refund: all of it goes to store credit. Defaults to the original payment methods. */
  refundTo: z.optional(z.literal('credit')),
});
export type UpdateOrderRequest = z.infer<typeof UpdateOrderRequestSchema>;

/** Response of `cancelOrder`, `requestReturn` and `updateOrder`. */
export interface OrderStatusResponse {
  readonly orderId: string;
  readonly status: OrderStatus;
}

/**
 * `details` of the HttpsError that `createOrder` throws for an order that cannot be placed. `line`
 * counts from 0.
 */
export interface OrderErrorDetails {
  readonly reason:
    | 'unknown-product'
    | 'unknown-size'
    | 'size-missing'
    | 'not-for-sale'
    | 'out-of-stock'
    | 'too-many'
    | 'too-many-unpaid'
    | 'total-too-large'
    | 'total-too-small'
    | 'total-changed'
    | 'code-refused'
    | 'credit-changed'
    | 'drop'
    | 'already-paid';
  readonly line?: number;
  readonly productId?: string;
  readonly size?: string;
  /** Units that can be ordered, for out-of-stock, too-many, too-many-unpaid and drop. */
  readonly available?: number;
  /** The order's current totals, for total-changed. */
  readonly totals?: Totals;
  /** The store credit that is available, for credit-changed. */
  readonly creditCents?: number;
  /** The code and the reason it does not apply, for code-refused. */
  readonly code?: string;
  readonly refusal?: PromotionRefusal;
}

/** `submitReview`: one review per shopper and product; a second call edits the first review. */
export const SubmitReviewRequestSchema = z.strictObject({
  productId: DocumentIdSchema,
  rating: z.int().check(z.gte(1), z.lte(5)),
  title: lineSchema(1, 120),
  content: textSchema(1, 4000),
  fit: z.optional(z.enum(FITS)),
  size: z.optional(lineSchema(1, 20)),
});
export type SubmitReviewRequest = z.infer<typeof SubmitReviewRequestSchema>;
export interface SubmitReviewResponse {
  readonly reviewId: string;
}

/** `deleteAccount`: typing DELETE prevents an accidental deletion. */
export const DeleteAccountRequestSchema = z.strictObject({ confirm: z.literal('DELETE') });
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequestSchema>;

/** `subscribeNewsletter`. The response does not reveal whether the email address is known. */
export const EmailRequestSchema = z.strictObject({ email: EmailAddressSchema });
export type EmailRequest = z.infer<typeof EmailRequestSchema>;

/** A token from an email: 32 random bytes in base64url. */
const token = z.string().check(z.regex(/^[\w-]{43}$/));

/**
 * `confirmSubscription`: `token` is from the email to an address that was entered for the
 * newsletter.
 */
export const ConfirmSubscriptionRequestSchema = z.strictObject({ token });
export type ConfirmSubscriptionRequest = z.infer<typeof ConfirmSubscriptionRequestSchema>;

/**
 * `unsubscribe`: `token` is from an email to a subscriber. `stock` ends all stock alerts of the
 * address.
 */
export const UnsubscribeRequestSchema = z.strictObject({
  list: z.enum(['newsletter', 'stock', 'reminders', 'drops']),
  token,
});
export type UnsubscribeRequest = z.infer<typeof UnsubscribeRequestSchema>;

/** Response of `readMailPreferences`. Unverified addresses have no subscriptions. */
export interface MailPreferences {
  readonly isVerified: boolean;
  readonly newsletter: boolean;
  /** Consent to reminders of the cart. */
  readonly reminders: boolean;
  /** Sizes with an alert for when they are back in stock. */
  readonly stockAlerts: readonly {
    readonly alertId: string;
    readonly productId: string;
    readonly productName: string;
    readonly size?: string;
  }[];
}

/** `saveMailPreferences`: absent fields stay unchanged. */
export const SaveMailPreferencesRequestSchema = z.strictObject({
  newsletter: z.optional(z.boolean()),
  reminders: z.optional(z.boolean()),
});
export type SaveMailPreferencesRequest = z.infer<typeof SaveMailPreferencesRequestSchema>;

/** `requestStockAlert`: guests enter an `email`; for members, it is that of their account. */
export const StockAlertRequestSchema = z.strictObject({
  productId: DocumentIdSchema,
  size: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  email: z.optional(EmailAddressSchema),
});
export type StockAlertRequest = z.infer<typeof StockAlertRequestSchema>;

/** `cancelStockAlert`. */
export const CancelStockAlertRequestSchema = z.strictObject({ alertId: DocumentIdSchema });
export type CancelStockAlertRequest = z.infer<typeof CancelStockAlertRequestSchema>;

/** `sendContactMessage`. */
export const ContactMessageSchema = z.strictObject({
  name: lineSchema(1, 100),
  email: EmailAddressSchema,
  subject: lineSchema(1, 150),
  message: textSchema(1, 5000),
});
export type ContactMessage = z.infer<typeof ContactMessageSchema>;

/** An open message waits for a reply; a closed one needs none. */
export type ContactMessageStatus = 'open' | 'replied' | 'closed';

/** contactMessages/{id} as staff read it. A message without a status is open. */
export interface StoredContactMessage extends ContactMessage {
  readonly id: string;
  readonly createdAt: string;
  /** Set if the sender was signed in. */
  readonly userId?: string;
  readonly status?: ContactMessageStatus;
  /** In the order of sending. */
  readonly replies?: readonly {
    readonly text: string;
    readonly at: string;
    readonly email: string;
    /** The author's name, shown to the sender of the message. */
    readonly name?: string;
  }[];
}

/** `replyToContactMessage`, for staff: emails a reply to the sender of a message. */
export const ReplyToContactMessageRequestSchema = z.strictObject({
  messageId: DocumentIdSchema,
  reply: textSchema(1, 5000),
});
export type ReplyToContactMessageRequest = z.infer<typeof ReplyToContactMessageRequestSchema>;

/** `setContactMessageStatus`, for staff: closes a message that needs no reply, or reopens it. */
export const SetContactMessageStatusRequestSchema = z.strictObject({
  messageId: DocumentIdSchema,
  status: z.enum(['open', 'closed']),
});
export type SetContactMessageStatusRequest = z.infer<typeof SetContactMessageStatusRequestSchema>;

/** newsletter/{id} as staff read it. */
export interface Subscriber {
  readonly id: string;
  readonly email: string;
  readonly createdAt: string;
}

/**
 * The fields of a product that staff may write. The server maintains rating, reviews, ratingCounts,
 * inStock, source, drop and times.
 */
export const ProductDraftSchema = z.omit(ProductFieldsSchema, {
  rating: true,
  reviews: true,
  ratingCounts: true,
  inStock: true,
  source: true,
  drop: true,
  stockAt: true,
  createdAt: true,
  updatedAt: true,
});
export type ProductDraft = z.infer<typeof ProductDraftSchema>;

/**
 * The stock that the editor has read: `variants` corrects the stock by the difference, because
 * orders continue meanwhile.
 */
const StockBeforeSchema = z.optional(
  z.array(z.pick(VariantSchema, { size: true, stock: true })).check(z.maxLength(100)),
);

/** `saveProduct`: without `productId` it creates a product whose id is the slug of its name. */
export const SaveProductRequestSchema = z.strictObject({
  productId: z.optional(DocumentIdSchema),
  /** The edited version; `aborted` if the product has changed since. Absent when creating. */
  version: z.optional(z.string().check(z.maxLength(64))),
  product: ProductDraftSchema,
  stockBefore: StockBeforeSchema,
});
export type SaveProductRequest = z.infer<typeof SaveProductRequestSchema>;
export interface SaveProductResponse {
  readonly productId: string;
  readonly version: string;
}

/** `processImage`: `uploadId` names a file in the caller's upload folder. The call removes it. */
export const ProcessImageRequestSchema = z.strictObject({
  uploadId: z.string().check(z.regex(/^[A-Za-z0-9-]{16,64}$/)),
});
export type ProcessImageRequest = z.infer<typeof ProcessImageRequestSchema>;
/** The URL for a product's `images`, and the dimensions in pixels of the largest file. */
export interface ProcessImageResponse {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/**
 * `patchProducts`: changes some fields of many products in one transaction (inline and bulk edits).
 * `version` is required if `changes` has `variants`.
 */
export const PATCH_PRODUCTS_MAX = 200;
export const PatchProductsRequestSchema = z.strictObject({
  products: z
    .array(
      z.strictObject({
        productId: DocumentIdSchema,
        version: z.optional(z.string().check(z.maxLength(64))),
        changes: z.partial(ProductDraftSchema),
        stockBefore: StockBeforeSchema,
      }),
    )
    .check(z.minLength(1), z.maxLength(PATCH_PRODUCTS_MAX)),
});
export type PatchProductsRequest = z.infer<typeof PatchProductsRequestSchema>;
export interface PatchProductsResponse {
  readonly products: readonly SaveProductResponse[];
}

/**
 * `importProducts`: rows of a CSV file, cells by column name. All rows are written, or none. A row
 * changes the stock of a product by the difference of its cells `variants` and `exportedStock`.
 */
export const IMPORT_ROWS_MAX = 500;
export const ImportProductsRequestSchema = z.strictObject({
  /** Validates without writing. */
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
  /** `row` counts data rows from 1. If there is an error, nothing is written. */
  readonly errors: readonly { readonly row: number; readonly column?: string; readonly message: string }[];
}

/**
 * `deleteProduct`: for the shop's own products; the next sync would restore those of the shop
 * platform.
 */
export const DeleteProductRequestSchema = z.strictObject({
  productId: DocumentIdSchema,
  /** The version that was seen; `aborted` if the product has changed since. */
  version: z.optional(z.string().check(z.maxLength(64))),
});
export type DeleteProductRequest = z.infer<typeof DeleteProductRequestSchema>;

/** `deleteCategory`: for a category without products. */
export const DeleteCategoryRequestSchema = z.strictObject({ categoryId: DocumentIdSchema });
export type DeleteCategoryRequest = z.infer<typeof DeleteCategoryRequestSchema>;

/**
 * Response of `deleteProduct` and `deleteCategory`; `restoreDeleted` undoes them within
 * RESTORABLE_DAYS.
 */
export interface DeletedResponse {
  readonly deletedId: string;
}
export const RestoreDeletedRequestSchema = z.strictObject({ deletedId: DocumentIdSchema });
export type RestoreDeletedRequest = z.infer<typeof RestoreDeletedRequestSchema>;

/** `saveCategory`. A category keeps its position. */
export const SaveCategoryRequestSchema = z.strictObject({
  categoryId: CategoryIdSchema,
  category: z.omit(CategoryFieldsSchema, { position: true }),
});
export type SaveCategoryRequest = z.infer<typeof SaveCategoryRequestSchema>;

/** `orderCategories`: the ids of all categories in display order. */
export const OrderCategoriesRequestSchema = z.strictObject({
  categoryIds: z.array(DocumentIdSchema).check(z.minLength(1), z.maxLength(CATEGORIES_MAX)),
});
export type OrderCategoriesRequest = z.infer<typeof OrderCategoriesRequestSchema>;

/**
 * `moderateReview`: hides a review (it moves to `hiddenReviews`, which only staff read), shows it
 * again, or removes it permanently. The reason is written to the audit log.
 */
export const ModerateReviewRequestSchema = z.strictObject({
  reviewId: DocumentIdSchema,
  action: z.enum(['hide', 'show', 'remove']),
  reason: textSchema(1, 500),
});
export type ModerateReviewRequest = z.infer<typeof ModerateReviewRequestSchema>;

/** Response of `readSyncSettings`. */
export interface SyncSettings {
  readonly isConnected: boolean;
}

/**
 * `syncProducts` takes no data; `undoSync` takes the id of the run. Progress is read from
 * syncs/{syncId}.
 */
export const EmptyRequestSchema = z.nullish(z.strictObject({}));
export const SyncIdRequestSchema = z.strictObject({ syncId: DocumentIdSchema });
export type SyncIdRequest = z.infer<typeof SyncIdRequestSchema>;
export interface SyncResponse {
  readonly syncId: string;
  readonly status: string;
  readonly created: number;
  readonly updated: number;
  readonly archived: number;
  readonly problems: readonly string[];
}

/** audit/{id}: who changed what and when. Written by functions, read by owners. */
export interface AuditEntry {
  readonly id: string;
  readonly at: string;
  readonly uid: string;
  readonly email?: string;
  /** The callable's name. */
  readonly action: string;
  /** Path of the changed document, such as products/save-point-tee. */
  readonly target: string;
  readonly summary: string;
  /** The changed fields, for actions that change fields. */
  readonly changes?: readonly AuditChange[];
  /** The argument for `restoreDeleted` to undo a deletion. */
  readonly deletedId?: string;
}

/** One field before and after a change; null for a missing field. Long texts are cut. */
export interface AuditChange {
  /**
   * Its path, such as `price`, `variants.2XL.stock` or `specifications.Material`; the one variant
   * of an unsized product is `variants..stock`.
   */
  readonly field: string;
  readonly before: AuditValue;
  readonly after: AuditValue;
}
export type AuditValue = string | number | boolean | null | readonly string[];
