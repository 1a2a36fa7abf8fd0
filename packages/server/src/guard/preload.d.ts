import type { Server } from 'node:http';
export { printable, printableError } from '../core/printable.ts';
export { awaitBody, completeBody } from './request-body.ts';
export declare const MAX_BODY_BYTES: number;
/** Guards all servers of this process. */
export declare function guardProcess(http: {
    readonly Server: typeof Server;
}): void;
