// One HTTP request: its path, its sender, and its parameters.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { readWritePath } from '../core/check-key.ts';
import { InvalidDataError } from '../core/invalid-data.ts';
import type { Path } from '../core/path.ts';
import { type Login, loginOf, overrideLogin, SIGNED_OUT } from '../database/login.ts';
import type { Namespace } from '../database/namespace.ts';
import type { Namespaces } from '../database/namespaces.ts';
import { RestError } from './rest-error.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The URL path, percent-decoded. */
  readonly pathname: string;
  readonly parameters: URLSearchParams;
  readonly namespace: Namespace;
}

export interface RestRequest extends Exchange {
  readonly method: string;
  readonly path: Path;
  readonly isPriority: boolean;
  readonly login: Login;
}

/** Parses the target of a request, which the guard has already validated. */
export function createExchange(
  request: IncomingMessage,
  response: ServerResponse,
  namespaces: Namespaces,
): Exchange {
  const target = request.url ?? '/';
  const queryStart = target.indexOf('?');
  const encoded = queryStart < 0 ? target : target.slice(0, queryStart);
  const parameters = new URLSearchParams(queryStart < 0 ? '' : target.slice(queryStart + 1));
  return {
    request,
    response,
    // An encoded "/" also separates keys, because no key contains one.
    pathname: decodeURIComponent(encoded),
    parameters,
    namespace: namespaces.of(parameters.get('ns'), request.headers.host),
  };
}

const SUFFIX = '.json';
const OVERRIDABLE = new Set(['PATCH', 'PUT', 'DELETE', 'GET']);

/**
 * Parses a request for data.
 * @throws RestError for an invalid path or credential
 */
export function readRestRequest(exchange: Exchange, noSuffix: string): RestRequest {
  const { pathname } = exchange;
  if (!pathname.endsWith(SUFFIX)) throw new RestError(400, noSuffix);
  return {
    ...exchange,
    method: methodOf(exchange),
    ...readTarget(pathname.slice(0, -SUFFIX.length)),
    login: loginOfRequest(exchange),
  };
}

function readTarget(path: string): Pick<RestRequest, 'path' | 'isPriority'> {
  try {
    return readWritePath(path);
  } catch (error) {
    if (error instanceof InvalidDataError) throw new RestError(400, `Invalid path: ${error.message}`);
    throw error;
  }
}

function methodOf({ request, parameters }: Exchange): string {
  const { method = 'GET' } = request;
  if (method !== 'POST') return method;
  const override = request.headers['x-http-method-override'] ?? parameters.get('x-http-method-override');
  return typeof override === 'string' && OVERRIDABLE.has(override.toUpperCase())
    ? override.toUpperCase()
    : method;
}

/**
 * The sender of a request.
 * @throws InvalidTokenError for a malformed token
 */
export function loginOfRequest({ request, parameters }: Exchange): Login {
  const bearer = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const credential = bearer ?? parameters.get('auth') ?? parameters.get('access_token');
  if (credential === null || credential === '') return SIGNED_OUT;
  const login = loginOf(credential);
  const override = parameters.get('auth_variable_override');
  if (override === null) return login;
  try {
    return overrideLogin(login, JSON.parse(override));
  } catch {
    throw new RestError(400, 'auth_variable_override must be valid JSON');
  }
}

/**
 * Reads a body.
 * @throws RestError when it is too large
 */
export async function readBody({ request }: Exchange, limitBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limitBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > limitBytes) throw new RestError(400, 'The body is too large.');
  return Buffer.concat(chunks);
}
