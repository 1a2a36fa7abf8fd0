// Fault injection: what a test can make go wrong. A fault is a number that is counted down, or a
// setting that stays until it is changed. Each emulator adds the faults of its own API to the ones
// of webhook deliveries.

import { z } from 'zod';

/** A fault that applies to the next N occurrences. */
export const FAULT_COUNT: z.ZodOptional<z.ZodInt> = z.int().min(0).max(10_000).optional();

/** The faults of webhook deliveries, as fields of a control request's schema. */
export const DELIVERY_FAULT_FIELDS = {
  /** Deliveries wait until they are released. */
  hold: z.boolean().optional(),
  /** The next N deliveries are lost: never sent, never retried. */
  dropNext: FAULT_COUNT,
  /** The next N are sent twice. */
  duplicateNext: FAULT_COUNT,
  /** Deliveries wait this long on the emulator's clock. */
  delaySeconds: z.number().min(0).max(2_592_000).optional(),
  /** Deliveries are buffered until there are N, then sent in reverse order. 0 or 1 turns it off. */
  reorderWindow: z.int().min(0).max(1_000).optional(),
  /** The next N deliveries carry a signature that does not verify. */
  badSignatureNext: FAULT_COUNT,
};

/** The delivery faults in force. */
export interface DeliveryFaults {
  hold: boolean;
  dropNext: number;
  duplicateNext: number;
  delaySeconds: number;
  reorderWindow: number;
  badSignatureNext: number;
}

/** All delivery faults turned off. */
export function noDeliveryFaults(): DeliveryFaults {
  return {
    hold: false,
    dropNext: 0,
    duplicateNext: 0,
    delaySeconds: 0,
    reorderWindow: 0,
    badSignatureNext: 0,
  };
}

/**
 * Counts one of a counted fault down. Returns whether it applies, that is whether the count was
 * above 0.
 */
export function consumeFault<Name extends string>(faults: Record<Name, number>, name: Name): boolean {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
}
