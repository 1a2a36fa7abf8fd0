// Owns the list of who wants to hear of what. Sending is delivery-queue.ts.

import { isLoopbackHost } from '../core/loopback.ts';

/** The topics there are, by the enum value of the Admin API. */
export const TOPICS = {
  APP_UNINSTALLED: 'app/uninstalled',
  BULK_OPERATIONS_FINISH: 'bulk_operations/finish',
  INVENTORY_LEVELS_UPDATE: 'inventory_levels/update',
  PRODUCTS_CREATE: 'products/create',
  PRODUCTS_DELETE: 'products/delete',
  PRODUCTS_UPDATE: 'products/update',
} as const;

/** A topic as the Admin API names it. */
export type TopicName = keyof typeof TOPICS;
/** A topic as the header names it. */
export type Topic = (typeof TOPICS)[TopicName];

/** One endpoint for one topic. */
export interface WebhookSubscription {
  readonly id: number;
  readonly topic: TopicName;
  uri: string;
  includeFields: readonly string[];
  readonly apiVersion: string;
  readonly createdAt: string;
  updatedAt: string;
  /** Made over the Admin API: removed when every retry of a delivery failed. */
  readonly removable: boolean;
}

/** What is wrong with an address, or null. The real API wants https; this one delivers to this machine only. */
export function endpointUrlError(uri: string): string | null {
  const parsed = URL.parse(uri);
  if (parsed === null) return 'Address is invalid';
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:') {
    return `Address protocol ${parsed.protocol}// is not supported`;
  }
  return isLoopbackHost(parsed.hostname)
    ? null
    : `Address is not on this machine: savepoint-shopify delivers to localhost, 127.0.0.1 and [::1] only`;
}
