import type { JsonValue } from '@bufbuild/protobuf';
import type { TriggerDelivery } from '@savepoint/server/http/trigger-delivery';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type SentEvent } from './sent-events.ts';
/** The registered document triggers: turns each commit into events for those that match. */
export declare class DocumentTriggers {
    #private;
    /**
     * Without `delivery`, when there is no functions emulator, triggers are registered but never
     * fire.
     */
    constructor(emulator: FirestoreEmulator, delivery: TriggerDelivery | undefined);
    /**
     * Registers a trigger, or replaces the one with this key. Throws INVALID_ARGUMENT for an unknown
     * registration.
     */
    register(projectId: string, key: string, registration: JsonValue): void;
    /** The last events that were sent to triggers of a project, newest first. */
    sentEvents(projectId: string): SentEvent[];
    /**
     * Sends an event again, unchanged but for its trace, which is that of `traceparent`. False for
     * one that is not kept (any more). The trigger may have been registered again since, with the
     * next number at the end of its key: the functions emulator knows the last one only.
     */
    redeliver(projectId: string, id: string, traceparent: string): boolean;
    /**
     * Runs `task`, which is synchronous, without firing triggers for its commits, e.g. to clear a
     * database.
     */
    suppress<T>(task: () => T): T;
}
