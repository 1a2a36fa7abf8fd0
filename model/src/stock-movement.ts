// products/{id}/stockMovements/{id}: a change of the stock of one size, written with it. The stock
// of a size is the sum of its movements.
import * as z from 'zod/mini';
import { DocumentIdSchema } from './document-id.ts';
import { lineSchema } from './plain-text.ts';
import { STOCK_MAX } from './product.ts';

/** Reasons of stock movements, as labels for staff. */
export const MOVEMENT_REASONS = {
  created: 'New product or size',
  migrated: 'Stock before there were movements',
  ordered: 'Ordered',
  cancelled: 'Order canceled',
  expired: 'Order not paid in time',
  refunded: 'Put back with a refund',
  returned: 'Return received',
  exchanged: 'Exchange',
  edited: 'Order edited',
  corrected: 'Corrected',
  imported: 'CSV import',
  synced: 'Shopify',
  'sync-undone': 'Sync undone',
} as const;
export type MovementReason = keyof typeof MOVEMENT_REASONS;

/**
 * Actors of stock movements, as labels for staff. `payment` and `system` are the shop's functions.
 */
export const MOVEMENT_ACTORS = {
  shopper: 'Customer',
  admin: 'Staff',
  payment: 'Payment',
  system: 'System',
} as const;

/** A movement; `at` is an ISO string in clients. */
export interface StockMovement {
  readonly at: string;
  readonly size?: string;
  /** Positive for added units, negative for removed ones. */
  readonly units: number;
  readonly reason: MovementReason;
  readonly actor: keyof typeof MOVEMENT_ACTORS;
  /** The email address of the member of staff. */
  readonly email?: string;
  readonly orderId?: string;
  /** Staff's note about a correction. */
  readonly note?: string;
}

export const CORRECTION_NOTE_MAX_LENGTH = 200;

/**
 * `correctStock`: adds units to the stock of a size, or removes them. Sending the same `requestId`
 * twice corrects once.
 */
export const CorrectStockRequestSchema = z.strictObject({
  productId: DocumentIdSchema,
  size: z.optional(lineSchema(1, 20)),
  units: z.int().check(
    z.gte(-STOCK_MAX),
    z.lte(STOCK_MAX),
    z.refine((units) => units !== 0, 'Enter how many units more or fewer there are.'),
  ),
  note: lineSchema(1, CORRECTION_NOTE_MAX_LENGTH),
  requestId: z.string().check(z.regex(/^[A-Za-z0-9-]{16,64}$/)),
});
export type CorrectStockRequest = z.infer<typeof CorrectStockRequestSchema>;
export interface CorrectStockResponse {
  /** The size's stock afterwards. */
  readonly stock: number;
}
