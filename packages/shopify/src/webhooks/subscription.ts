import { isLoopbackHost } from '@savepoint/server/core/loopback';

/** The supported topics: Admin API enum value to `X-Shopify-Topic` header value. */
export const TOPICS = {
  APP_UNINSTALLED: 'app/uninstalled',
  BULK_OPERATIONS_FINISH: 'bulk_operations/finish',
  INVENTORY_LEVELS_UPDATE: 'inventory_levels/update',
  PRODUCTS_CREATE: 'products/create',
  PRODUCTS_DELETE: 'products/delete',
  PRODUCTS_UPDATE: 'products/update',
} as const;

/** A topic as an enum value of the Admin API. */
export type TopicName = keyof typeof TOPICS;
/** A topic as in the `X-Shopify-Topic` header. */
export type Topic = (typeof TOPICS)[TopicName];

/** A subscription of one endpoint to one topic. */
export interface WebhookSubscription {
  readonly id: number;
  readonly topic: TopicName;
  uri: string;
  includeFields: readonly string[];
  readonly apiVersion: string;
  readonly createdAt: string;
  updatedAt: string;
  /**
   * True if it was created in the Admin API: it is deleted when every retry of a delivery has
   * failed.
   */
  readonly removable: boolean;
}

/**
 * Validates the URL of an endpoint. Returns the message of the user error, or null. Shopify
 * requires https; the emulator delivers only to loopback addresses, over http or https.
 */
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
