// The guard for processes that run other programs. packages/bundles.cjs bundles it.

import type { Server } from 'node:http';
import { guardEveryServer } from './guard-server.ts';
import { RequestGuard } from './request-guard.ts';
import { DEFAULT_LIMITS } from './request-limits.ts';
import { stackCallers } from './stack-callers.ts';

export { printable, printableError } from '../core/printable.ts';
export { awaitBody, completeBody } from './request-body.ts';

export const MAX_BODY_BYTES = DEFAULT_LIMITS.bodyBytes;

export function guardProcess(http: { readonly Server: typeof Server }): void {
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  guardEveryServer(http, new RequestGuard({ ...stackCallers(process.env), log }));
}
