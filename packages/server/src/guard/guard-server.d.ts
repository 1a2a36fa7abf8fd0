import { type Server } from 'node:http';
import type { RequestGuard } from './request-guard.ts';
import { type RequestLimits } from './request-limits.ts';
/** Guards one server. */
export declare function guardServer(server: Server, guard: RequestGuard, limits?: RequestLimits): void;
/**
 * Guards all servers of a process. An Express app that takes larger requests says so in
 * `app.locals.limits` (packages/firebase-tools/patches/storage-server.ts).
 */
export declare function guardEveryServer(http: {
    readonly Server: typeof Server;
}, guard: RequestGuard): void;
