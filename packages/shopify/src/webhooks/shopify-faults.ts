import type { DeliveryFaults } from '@savepoint/server/webhooks/fault-injection';
import {
  DELIVERY_FAULT_FIELDS,
  FAULT_COUNT,
  noDeliveryFaults,
} from '@savepoint/server/webhooks/fault-injection';
import { z } from 'zod';

/** The body of `POST /_savepoint/faults`. Every field may be left out. */
export const FAULTS_SCHEMA = z.strictObject({
  ...DELIVERY_FAULT_FIELDS,
  /** The Nth query for a page of products from now on fails (1 is the next). 0 turns it off. */
  failPage: FAULT_COUNT,
  /** How many queries in a row fail from then on. */
  failPageTimes: FAULT_COUNT,
  /** The status that they fail with. 200 responds with the GraphQL error INTERNAL_SERVER_ERROR. */
  failPageStatus: z.union([z.literal(200), z.int().min(400).max(599)]).optional(),
  /** The next N queries are throttled, whatever they cost. */
  throttleNext: FAULT_COUNT,
  /** Queries take this long, in real milliseconds. */
  apiDelayMs: z.int().min(0).max(60_000).optional(),
  /** The next N bulk operations end with the status FAILED. */
  bulkFailNext: FAULT_COUNT,
});

/** The faults in force. */
export interface ShopifyFaults extends DeliveryFaults {
  failPage: number;
  failPageTimes: number;
  failPageStatus: number;
  throttleNext: number;
  apiDelayMs: number;
  bulkFailNext: number;
}

/** All faults turned off. */
export function noFaults(): ShopifyFaults {
  return {
    ...noDeliveryFaults(),
    failPage: 0,
    failPageTimes: 1,
    failPageStatus: 500,
    throttleNext: 0,
    apiDelayMs: 0,
    bulkFailNext: 0,
  };
}

/** Counts a query for a page of products. Returns whether it is one that fails. */
export function consumePageFault(faults: ShopifyFaults): boolean {
  if (faults.failPage === 0) return false;
  if (faults.failPage > 1) {
    faults.failPage -= 1;
    return false;
  }
  faults.failPageTimes -= 1;
  if (faults.failPageTimes <= 0) Object.assign(faults, { failPage: 0, failPageTimes: 1 });
  return true;
}
