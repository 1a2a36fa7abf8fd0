import type { ServerResponse } from 'node:http';
/**
 * A `noop` array is sent on a back channel that is idle for this long; the client's watchdog
 * expires after 45 s.
 */
export declare const NOOP_INTERVAL_MS = 25000;
/** A chunk of wire version 8: its length in UTF-16 code units, a line feed, the text. */
export declare function frame(text: string): string;
/** Called once, when a session ends. */
type SessionEndListener = (reason: 'terminated' | 'closed' | 'detached' | 'stalled') => void;
/**
 * One WebChannel session: its numbered arrays, the back channel, acknowledgements and replay.
 * Payloads are JSON texts.
 */
export declare class WebChannelSession {
    #private;
    readonly id: string;
    constructor(id: string, onEnd: SessionEndListener);
    /** Queues one payload (a JSON text). Resolves when the producer may continue; never rejects. */
    send(payload: string): Promise<void>;
    /** Sends `close`; the session ends once that is written. */
    close(): void;
    /** Discards all arrays, ends the back channel and notifies the listener. */
    end(reason: Parameters<SessionEndListener>[0]): void;
    /** Discards the arrays up to `lastSeenId`, the AID of a request. */
    acknowledge(lastSeenId: number): void;
    /**
     * The response to a forward request: [1 with a back channel or 0, last array id sent,
     * unacknowledged bytes sent].
     */
    forwardResponse(): string;
    /**
     * Attaches `response` as the back channel, in place of the current one, and sends every array
     * after `lastSeenId`. A streaming back channel gets a first byte at once, because the client
     * assumes a buffering proxy otherwise. A long poll without arrays ends with a `noop` after
     * `pollTimeoutMs`.
     */
    attach(response: ServerResponse, lastSeenId: number, isLongPoll: boolean, pollTimeoutMs: number): void;
}
export {};
