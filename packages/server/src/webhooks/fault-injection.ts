// Fault injection for tests. A fault is either a counter or a setting that stays until it is
// changed. Each emulator adds API-specific faults to those of webhook deliveries.

import { z } from 'zod';

/** A fault that applies to the next N occurrences. */
export const FAULT_COUNT: z.ZodOptional<z.ZodInt> = z.int().min(0).max(10_000).optional();

/** The faults of webhook deliveries, as schema fields of a control request. */
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
  /** The next N deliveries carry an invalid signature. */
  badSignatureNext: FAULT_COUNT,
};

/** The active delivery faults. */
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
 * Decrements a fault's counter. Returns whether the fault applies, i.e. whether the counter was
 * above 0.
 */
export function consumeFault<Name extends string>(faults: Record<Name, number>, name: Name): boolean {
  if (faults[name] <= 0) return false;
  faults[name] -= 1;
  return true;
}
