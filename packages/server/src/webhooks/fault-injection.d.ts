import { z } from 'zod';
/** A fault that applies to the next N occurrences. */
export declare const FAULT_COUNT: z.ZodOptional<z.ZodInt>;
/** The faults of webhook deliveries, as fields of a control request's schema. */
export declare const DELIVERY_FAULT_FIELDS: {
    /** Deliveries wait until they are released. */
    hold: z.ZodOptional<z.ZodBoolean>;
    /** The next N deliveries are lost: never sent, never retried. */
    dropNext: z.ZodOptional<z.ZodInt>;
    /** The next N are sent twice. */
    duplicateNext: z.ZodOptional<z.ZodInt>;
    /** Deliveries wait this long on the emulator's clock. */
    delaySeconds: z.ZodOptional<z.ZodNumber>;
    /** Deliveries are buffered until there are N, then sent in reverse order. 0 or 1 turns it off. */
    reorderWindow: z.ZodOptional<z.ZodInt>;
    /** The next N deliveries carry a signature that does not verify. */
    badSignatureNext: z.ZodOptional<z.ZodInt>;
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
export declare function noDeliveryFaults(): DeliveryFaults;
/**
 * Counts one of a counted fault down. Returns whether it applies, that is whether the count was
 * above 0.
 */
export declare function consumeFault<Name extends string>(faults: Record<Name, number>, name: Name): boolean;
