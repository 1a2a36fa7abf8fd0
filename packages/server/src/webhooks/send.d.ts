/** The outcome of a POST: the response's status, or why there was no response. */
type SendResult = {
    readonly status: number;
} | {
    readonly error: string;
};
/** POSTs a body to a URL. Never rejects. */
export type Send = (url: string, body: string, headers: Record<string, string>) => Promise<SendResult>;
/**
 * A `Send` over HTTP. It follows no redirect, so that a 3xx status is a failed delivery, and times
 * out after `timeoutMs`.
 */
export declare function httpSend(timeoutMs: number): Send;
export {};
