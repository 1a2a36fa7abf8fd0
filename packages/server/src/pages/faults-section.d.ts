import type { Html } from './layout.ts';
type Faults = Readonly<Record<string, number | boolean>>;
/** A button that turns faults on. */
export interface FaultButton {
    readonly label: string;
    readonly faults: Faults;
}
/** The buttons for faults of webhook deliveries, which every emulator has. */
export declare const DELIVERY_FAULT_BUTTONS: readonly FaultButton[];
/**
 * A section of a live page (live-page-script.ts) with the faults in force and buttons that turn
 * some on. `off` has the values of faults that are turned off. `heldDeliveries` is how many
 * deliveries wait until they are released.
 */
export declare function faultsSection(options: {
    readonly faults: Faults;
    readonly off: Faults;
    readonly buttons: readonly FaultButton[];
    readonly heldDeliveries: number;
}): Html;
export {};
