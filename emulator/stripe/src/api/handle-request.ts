// Owns the way of an API request: key, version, endpoint, idempotency, work, answer. Takes and gives plain data; the
// server does the HTTP. Knows no endpoint by name.

import { decodeForm } from '../core/form-body.ts';
import {
  apiError,
  invalidParameter,
  missingApiKey,
  StripeError,
  unreadableBody,
  unrecognizedUrl,
  wrongApiKey,
} from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import { API_VERSION } from '../state/event-log.ts';
import type { Origin } from '../state/origin.ts';
import type { Faults } from '../webhooks/faults.ts';
import { spend } from '../webhooks/faults.ts';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.ts';
import { CHECKOUT_ENDPOINTS } from './checkout-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { expand } from './expand.ts';
import type { Idempotency } from './idempotency.ts';
import { PAYMENT_ENDPOINTS } from './payment-endpoints.ts';

/** Every endpoint there is. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...CHECKOUT_ENDPOINTS,
  ...PAYMENT_ENDPOINTS,
  ...ACCOUNT_ENDPOINTS,
];

/** A request as the server read it. Header names in lower case. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** The answer to send. */
export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Break the connection instead of answering. */
  readonly hangUp?: true;
}

/** What the API works with. */
export interface ApiContext {
  readonly account: Account;
  readonly idempotency: Idempotency;
  readonly faults: () => Faults;
  /** The one key that is taken; null takes any test key. */
  readonly apiKey: string | null;
}

/** Answers a request. Never throws: what goes wrong is an answer too. */
export async function handleRequest(context: ApiContext, request: ApiRequest): Promise<ApiAnswer> {
  const requestId = context.account.ids.make('req', 14);
  const version = header(request, 'stripe-version') ?? API_VERSION;
  const headers: Record<string, string> = { 'request-id': requestId, 'stripe-version': version };
  try {
    const key = authenticate(request, context.apiKey);
    if (!/^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/.test(version)) {
      throw invalidParameter('Stripe-Version', `Invalid Stripe API version: ${version}`);
    }
    return await route(context, request, key, requestId, headers);
  } catch (error) {
    return errorAnswer(toStripeError(error), headers);
  }
}

async function route(
  context: ApiContext,
  request: ApiRequest,
  apiKey: string,
  requestId: string,
  headers: Record<string, string>,
): Promise<ApiAnswer> {
  const found = findEndpoint(request.method, request.path);
  if (found === null) throw unrecognizedUrl(request.method, request.path);
  const parameters = { ...decodeForm(request.query), ...decodeBody(request) };
  const idempotencyKey = request.method === 'POST' ? (header(request, 'idempotency-key') ?? null) : null;
  const origin: Origin = { requestId, idempotencyKey };
  if (idempotencyKey !== null) headers['idempotency-key'] = idempotencyKey;
  const turn =
    idempotencyKey === null
      ? null
      : context.idempotency.take(apiKey, idempotencyKey, request.path, parameters);
  if (turn !== null && turn.replay !== null) {
    headers['idempotent-replayed'] = 'true';
    headers['original-request'] = turn.replay.requestId;
    // A stored failure would only be stored again, so the client is told not to try.
    if (turn.replay.status >= 500) headers['stripe-should-retry'] = 'false';
    return { status: turn.replay.status, headers, body: turn.replay.body };
  }
  try {
    await takeTime(context.faults().apiDelayMs);
    const prepared = found.endpoint.prepare(context.account, found.ids, parameters);
    const faults = context.faults();
    const failing = spend(faults, 'apiFailNext');
    if (failing && !faults.apiFailAfterWork) throw injected(faults);
    const result = prepared.run(origin);
    const body = json(expand(context.account.store, result, prepared.expand));
    if (failing && faults.apiFailStored) throw injected(faults);
    turn?.store({ requestId, status: 200, body });
    if (failing) throw injected(faults);
    return { status: 200, headers, body, ...(spend(faults, 'apiHangUpNext') ? { hangUp: true } : {}) };
  } catch (error) {
    const failure = toStripeError(error);
    if (failure.storable)
      turn?.store({ requestId, status: failure.status, body: json({ error: failure.body }) });
    else turn?.release();
    throw failure;
  }
}

function injected(faults: Faults): StripeError {
  const message = 'This failure was asked for through the fault injection of savepoint-stripe.';
  return new StripeError(faults.apiFailStatus, { type: 'api_error', message }, faults.apiFailStored);
}

function authenticate(request: ApiRequest, only: string | null): string {
  const given = header(request, 'authorization');
  if (given === undefined || given === '') throw missingApiKey();
  const basic = /^Basic\s+(\S+)$/i.exec(given);
  const key =
    basic?.[1] === undefined
      ? (/^Bearer\s+(\S+)$/i.exec(given)?.[1] ?? '')
      : (Buffer.from(basic[1], 'base64').toString('utf8').split(':')[0] ?? '');
  if (key === '') throw missingApiKey();
  const taken = only === null ? /^(sk|rk)_test_\S+$/.test(key) : key === only;
  if (!taken) throw wrongApiKey(key);
  return key;
}

function decodeBody(request: ApiRequest): ReturnType<typeof decodeForm> {
  if (request.body === '') return {};
  const type = header(request, 'content-type') ?? '';
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    throw unreadableBody(`it came as ${type === '' ? 'no content type' : type.slice(0, 80)}`);
  }
  return decodeForm(request.body);
}

function findEndpoint(
  method: string,
  path: string,
): { endpoint: Endpoint; ids: Record<string, string> } | null {
  for (const endpoint of ENDPOINTS) {
    if (endpoint.method !== method) continue;
    const ids = matchPath(endpoint.path, path);
    if (ids !== null) return { endpoint, ids };
  }
  return null;
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const ids: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith(':')) {
      if (value === '') return null;
      ids[part.slice(1)] = safeDecode(value);
    } else if (part !== value) {
      return null;
    }
  }
  return ids;
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function header(request: ApiRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function takeTime(ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** An error of any kind as the API's; a bug becomes a 500 that names itself on standard error. */
export function toStripeError(error: unknown): StripeError {
  if (error instanceof StripeError) return error;
  console.error('savepoint-stripe: unexpected error', error);
  return apiError(500, 'An unknown error occurred in savepoint-stripe; see its standard error.');
}

/** An error as an answer. */
export function errorAnswer(error: StripeError, headers: Record<string, string>): ApiAnswer {
  return { status: error.status, headers, body: json({ error: error.body }) };
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
