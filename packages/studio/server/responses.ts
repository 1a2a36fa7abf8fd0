import type { ServerResponse } from 'node:http';

/** Sends a JSON body. API responses are never cached. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(JSON.stringify(body));
}

/** Sends an error in the format of Google's APIs, which the page's clients parse anyway. */
export function sendError(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { error: { code: status, message } });
}
