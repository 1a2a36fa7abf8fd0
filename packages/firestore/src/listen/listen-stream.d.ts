import { type Micros } from '../core/commit-time.ts';
import type { Principal } from '../database/access-control.ts';
import { type ListenResponse, type Target } from '../gen/google/firestore/v1/firestore_pb.js';
import type { ListenHub } from './listen-hub.ts';
import { Outbox } from './outbox.ts';
/** One Listen stream of one client, independent of its transport. */
export declare class ListenStream {
    #private;
    readonly outbox: Outbox<ListenResponse>;
    constructor(hub: ListenHub, principal: Principal);
    /** Removes all targets and ends the outbox. */
    close(): void;
    /**
     * Starts a target. One that is invalid or denied gets REMOVE with the cause; the stream stays
     * open.
     */
    addTarget(message: Target): void;
    /** Removes a target and sends REMOVE. */
    removeTarget(targetId: number): void;
    /** Evaluates the rules again, and removes targets that they no longer allow. */
    reauthorize(): void;
    /** Sends the changes collected from the commit at `readTime`. */
    flush(readTime: Micros): void;
}
