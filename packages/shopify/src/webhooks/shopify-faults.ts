import type { DeliveryFaults } from '@savepoint/server/webhooks/fault-injection';
import {
  DELIVERY_FAULT_FIELDS,
  FAULT_COUNT,
  noDeliveryFaults,
} from '@savepoint/server/webhooks/fault-injection';
import { z } from 'zod';

/** The body of `POST /_savepoint/faults`. Every field is optional. */
export const FAULTS_SCHEMA = z.strictObject({
  ...DELIVERY_FAULT_FIELDS,
  /** The Nth query for a page of products fails (1 is the next one). 0 turns it off. */
  failPage: FAULT_COUNT,
  /** The number of consecutive queries that fail from then on. */
  failPageTimes: FAULT_COUNT,
  /** The status of these failures. 200 responds with the GraphQL error INTERNAL_SERVER_ERROR. */
  failPageStatus: z.union([z.literal(200), z.int().min(400).max(599)]).optional(),
  /** The next N queries are throttled, regardless of their cost. */
  throttleNext: FAULT_COUNT,
  /** The duration of queries, in real milliseconds. */
  apiDelayMs: z.int().min(0).max(60_000).optional(),
  /** The next N bulk operations end with the status FAILED. */
  bulkFailNext: FAULT_COUNT,
});

/** The active faults. */
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

/** Counts a query for a page of products. Returns whether it should fail. */
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
