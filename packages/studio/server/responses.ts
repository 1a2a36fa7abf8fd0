import type { ServerResponse } from 'node:http';

/** Sends a JSON body. Responses of the API are never cached: they describe the moment. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .end(JSON.stringify(body));
}

/** Sends an error in the form of Google's APIs, which the page's clients read anyway. */
export function sendError(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) response.destroy();
  else sendJson(response, status, { error: { code: status, message } });
}
