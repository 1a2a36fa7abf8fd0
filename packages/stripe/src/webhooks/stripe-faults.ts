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
  /** The next N API requests fail. */
  apiFailNext: FAULT_COUNT,
  /** The status of these failures. */
  apiFailStatus: z.int().min(400).max(599).optional(),
  /**
   * If true, a failing request is executed first, so only its response is lost; otherwise it is not
   * executed.
   */
  apiFailAfterWork: z.boolean().optional(),
  /**
   * If true, the failure is stored for the idempotency key and replayed, as Stripe does with its
   * own 500 errors.
   */
  apiFailStored: z.boolean().optional(),
  /** The next N API requests are executed, then the connection is closed without a response. */
  apiHangUpNext: FAULT_COUNT,
  /**
   * The duration of API requests in real milliseconds, after they have locked their idempotency
   * key.
   */
  apiDelayMs: z.int().min(0).max(60_000).optional(),
});

/** The active faults. */
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
