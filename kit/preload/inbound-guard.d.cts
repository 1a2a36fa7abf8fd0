import type { IncomingMessage } from 'node:http';

declare const guard: {
  /** Why a request is rejected; undefined for one that is not. See inbound-guard.cjs. */
  findRejection(
    request: IncomingMessage,
    allowedOrigins: readonly string[],
  ): { readonly reason: string; readonly origin?: string } | undefined;
};
export = guard;
