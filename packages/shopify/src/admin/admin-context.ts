import type { BulkWindow } from '../query/connection.ts';
import type { Shop } from '../shop/shop.ts';
import type { WebhookDeliveryQueue } from '../webhooks/webhook-delivery-queue.ts';
import type { BulkOperations } from './bulk-operation.ts';

/** The state that the Admin API reads and changes. */
export interface AdminDependencies {
  readonly shop: Shop;
  readonly webhooks: WebhookDeliveryQueue;
  readonly bulk: BulkOperations;
}

/** The context value of one GraphQL execution. */
export interface AdminContext extends AdminDependencies {
  readonly apiVersion: string;
  /**
   * Set while a bulk operation runs: connections then return this range and ignore their arguments.
   */
  readonly bulkWindow: { readonly root: BulkWindow; readonly nested: BulkWindow } | null;
}
