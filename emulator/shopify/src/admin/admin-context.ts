// Owns what the Admin API's resolvers are handed.

import type { BulkWindow } from '../query/connection.ts';
import type { Shop } from '../shop/shop.ts';
import type { DeliveryQueue } from '../webhooks/delivery-queue.ts';
import type { BulkOperations } from './bulk-operation.ts';

/** The parts of one stand-in that the Admin API works on. */
export interface AdminDependencies {
  readonly shop: Shop;
  readonly webhooks: DeliveryQueue;
  readonly bulk: BulkOperations;
}

/** The same with what belongs to one request. */
export interface AdminContext extends AdminDependencies {
  readonly apiVersion: string;
  /** Set while a bulk operation runs: lists take no arguments then. */
  readonly bulkWindow: { readonly root: BulkWindow; readonly nested: BulkWindow } | null;
}
