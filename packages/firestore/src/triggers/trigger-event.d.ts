import type { EventRequest } from '@savepoint/server/http/trigger-delivery';
import { type Document } from '../gen/google/firestore/v1/document_pb.js';
import type { ChangeKind, Trigger } from './trigger.ts';
/**
 * The author of a change, for triggers `.withAuthContext`: the CloudEvent attributes authtype and
 * authid. The types are those of AuthType in firebase-functions, which has none for end users: they
 * are `unknown`, with their uid.
 */
export interface AuthContext {
    readonly type: 'service_account' | 'system' | 'unauthenticated' | 'unknown';
    readonly id?: string;
}
/** The change of one document in one commit. */
export interface ChangeEvent {
    /** The event id: equal for all triggers and attempts, so that functions can be idempotent. */
    readonly id: string;
    readonly projectId: string;
    readonly databaseId: string;
    /** Relative to /documents, e.g. 'products/p1'. */
    readonly path: string;
    readonly kind: ChangeKind;
    readonly before: Document | undefined;
    readonly after: Document | undefined;
    /** RFC 3339. */
    readonly time: string;
    readonly authContext: AuthContext;
}
/** The field paths of an event's update mask; empty for creates and deletes. */
export declare function updateMask({ before, after }: Pick<ChangeEvent, 'before' | 'after'>): string[];
/**
 * The request that invokes the trigger: JSON for v1, a CloudEvent in binary content mode for v2.
 * With a `traceparent`, the function continues that trace.
 */
export declare function eventRequest(trigger: Trigger, event: ChangeEvent, traceparent?: string): EventRequest;
