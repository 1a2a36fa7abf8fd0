import type { JsonValue } from '@bufbuild/protobuf';
/** What happened to a document. */
export type ChangeKind = 'create' | 'update' | 'delete';
/** A registered document trigger. */
export interface Trigger {
    /** Its key in the functions emulator, part of the URL that events are posted to. */
    readonly key: string;
    readonly projectId: string;
    readonly databaseId: string;
    /** The event type as registered, e.g. 'google.cloud.firestore.document.v1.written'. */
    readonly eventType: string;
    /** The generation of Cloud Functions: events are JSON for 1, CloudEvents for 2. */
    readonly version: 1 | 2;
    readonly kinds: ReadonlySet<ChangeKind>;
    /**
     * Segments of the document pattern: text, `{name}` for one segment, `{name=**}` for any number.
     */
    readonly pattern: readonly string[];
    /**
     * Whether a failure of the function is retried. firebase-tools says so only with the kit's patch;
     * the default is false, as in production.
     */
    readonly retry: boolean;
    /** The time that the function may take, where the registration says so. */
    readonly timeoutSeconds: number | undefined;
}
/**
 * Parses a registration by firebase-tools, v1 or v2. Throws INVALID_ARGUMENT for an unknown event
 * type or shape.
 */
export declare function parseTrigger(projectId: string, key: string, registration: JsonValue): Trigger;
/**
 * Whether a change of this kind to the document at `path` (segments after /documents) fires the
 * trigger.
 */
export declare function matchesTrigger(trigger: Trigger, kind: ChangeKind, path: readonly string[]): boolean;
