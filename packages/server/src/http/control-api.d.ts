import type { Context } from 'hono';
import { Hono } from 'hono';
import { z } from 'zod';
import type { Clock } from '../core/clock.ts';
import type { Delivery, DeliveryQueue } from '../webhooks/delivery-queue.ts';
import type { DeliveryFaults } from '../webhooks/fault-injection.ts';
import type { EmulatorEnv } from './app.ts';
/** What the common routes work with. */
interface ControlOptions<D extends Delivery, F extends DeliveryFaults> {
    readonly clock: Clock;
    readonly deliveries: DeliveryQueue<D, F>;
    /** The body of `POST /faults`: any of the faults. */
    readonly faultsSchema: z.ZodType<{
        [Name in keyof F]?: F[Name] | undefined;
    }>;
    /** The deliveries that `GET /deliveries` returns, oldest first. */
    readonly listDeliveries: () => readonly D[];
    /** Resolves when no background work is under way. */
    readonly idle: () => Promise<void>;
    /** The response to `POST /clock/advance`. */
    readonly clockState: () => object;
}
/** A control request that cannot be carried out: its status and the `error` of its response. */
export declare class ControlError extends Error {
    readonly status: 400 | 404;
    constructor(status: 400 | 404, message: string);
}
/** A control request for an object that does not exist. */
export declare function notFound(noun: string, id: string): ControlError;
/**
 * Reads a control request's JSON body. No body is the same as `{}`.
 * @throws ControlError when it is not JSON or does not match the schema
 */
export declare function readControlBody<T>(context: Context<EmulatorEnv>, schema: z.ZodType<T>): T;
/** {@link readControlBody} for a request that has no parameters: rejects every field. */
export declare function readNoFields(context: Context<EmulatorEnv>): void;
/**
 * The control API's application with the routes that every emulator has. Mount it with {@link
 * mountControlApi}.
 */
export declare function createControlApi<D extends Delivery, F extends DeliveryFaults>(options: ControlOptions<D, F>): Hono<EmulatorEnv>;
/**
 * Mounts a control API after all its routes are added. An unknown path gets a 404 that lists the
 * routes.
 */
export declare function mountControlApi(app: Hono<EmulatorEnv>, control: Hono<EmulatorEnv>): void;
export {};
