// REST responses, with the headers that Google's emulator sends.

import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Node } from '../core/node.ts';
import { hashOf } from '../core/node-hash.ts';
import { prettyJson } from '../core/write-json.ts';
import { RestError } from './rest-error.ts';
import type { Exchange } from './rest-request.ts';

const PROJECT_NUMBER = '123456789';
const CALLBACK = /^[\w$]+(\.[\w$]+)*$/;

/** Sets the common headers of all responses. */
export function setHeaders({ response, namespace }: Exchange): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-expose-headers', 'ETag');
  response.setHeader('cache-control', 'no-cache');
  response.setHeader('x-content-type-options', 'nosniff');
  response.setHeader('x-firebase-project-id', encodeURIComponent(namespace.name));
  response.setHeader('x-firebase-project-number', PROJECT_NUMBER);
  response.setHeader('x-firebase-uuid', randomUUID());
}

/** Responds to a CORS preflight. Every page that the guard accepts may call. */
export function sendPreflight(exchange: Exchange): void {
  const { request, response } = exchange;
  setHeaders(exchange);
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS');
  response.setHeader(
    'access-control-allow-headers',
    request.headers['access-control-request-headers'] ??
      'Authorization, Content-Type, X-Firebase-ETag, If-Match, If-None-Match',
  );
  response.setHeader('access-control-max-age', '3600');
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204).end();
}

/** The ETag of data, equal for equal data. */
export function etagOf(node: Node): string {
  return node.isEmpty ? 'null_etag' : hashOf(node);
}

/** Sends JSON according to `print`, `callback` and `download`. */
export function sendJson(exchange: Exchange, text: string, status = 200): void {
  const { request, response, parameters } = exchange;
  setHeaders(exchange);
  const print = parameters.get('print');
  if (print === 'silent' && status === 200) {
    response.writeHead(204).end();
    return;
  }
  const body = print === 'pretty' ? prettyJson(JSON.parse(text)) : text;
  const callback = request.method === 'GET' ? parameters.get('callback') : null;
  if (callback !== null && !CALLBACK.test(callback))
    throw new RestError(400, 'callback must be the name of a function');
  const download = parameters.get('download');
  if (download !== null) {
    const name = download.replace(/[^\w .()-]/g, '_');
    response.setHeader('content-disposition', `attachment; filename="${name}"`);
  }
  sendText(
    exchange,
    status,
    callback === null ? 'application/json' : 'application/javascript',
    callback === null ? body : `${callback}(${body});`,
  );
}

export function sendText({ request, response }: Exchange, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(text),
  });
  response.end(request.method === 'HEAD' ? undefined : text);
}

export function sendError(exchange: Exchange, { status, message }: RestError): void {
  setHeaders(exchange);
  sendText(exchange, status, 'application/json', errorText(message));
}

function errorText(message: string): string {
  return `{\n  "error" : ${JSON.stringify(message)}\n}\n`;
}

/** Ends a response after its headers were sent, or after an internal error. */
export function sendFault(exchange: Exchange): void {
  const response: ServerResponse = exchange.response;
  if (response.headersSent) response.destroy();
  else sendError(exchange, new RestError(500, 'Internal server error.'));
}
