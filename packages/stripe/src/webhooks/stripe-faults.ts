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
  /** The next N API requests fail. */
  apiFailNext: FAULT_COUNT,
  /** The status that they fail with. */
  apiFailStatus: z.int().min(400).max(599).optional(),
  /**
   * Whether a failing request is executed first, so that only its response is lost, or not at all.
   */
  apiFailAfterWork: z.boolean().optional(),
  /**
   * Whether the failure is stored for the idempotency key and replayed, as Stripe does with a 500
   * of its own.
   */
  apiFailStored: z.boolean().optional(),
  /** The next N API requests are executed, and then the connection is closed without a response. */
  apiHangUpNext: FAULT_COUNT,
  /**
   * API requests take this long, in real milliseconds, after they have locked their idempotency
   * key.
   */
  apiDelayMs: z.int().min(0).max(60_000).optional(),
});

/** The faults in force. */
export interface StripeFaults extends DeliveryFaults {
  apiFailNext: number;
  apiFailStatus: number;
  apiFailAfterWork: boolean;
  apiFailStored: boolean;
  apiHangUpNext: number;
  apiDelayMs: number;
}

/** All faults turned off. */
export function noFaults(): StripeFaults {
  return {
    ...noDeliveryFaults(),
    apiFailNext: 0,
    apiFailStatus: 500,
    apiFailAfterWork: false,
    apiFailStored: false,
    apiHangUpNext: 0,
    apiDelayMs: 0,
  };
}
