// The routes of the API and the steps of each request: authentication, version, parameters,
// idempotency, the endpoint, expansion.

import { printableError } from '@savepoint/server/core/printable';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import { hangUp } from '@savepoint/server/http/app';
import { consumeFault } from '@savepoint/server/webhooks/fault-injection';
import type { Context } from 'hono';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { decodeForm } from '../core/form-body.ts';
import { apiError, invalidBody, StripeError, unsupportedParameter } from '../core/stripe-error.ts';
import { apiVersion } from '../core/stripe-vocabulary.ts';
import type { Account } from '../state/account.ts';
import { API_VERSION } from '../state/event-log.ts';
import type { StripeFaults } from '../webhooks/stripe-faults.ts';
import { ACCOUNT_ENDPOINTS } from './account-endpoints.ts';
import { authenticate } from './authenticate.ts';
import { CHECKOUT_ENDPOINTS } from './checkout-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import { expand } from './expand.ts';
import type { Idempotency } from './idempotency.ts';
import { PAYMENT_ENDPOINTS } from './payment-endpoints.ts';

/** All endpoints of the API. */
const ENDPOINTS: readonly Endpoint[] = [...CHECKOUT_ENDPOINTS, ...PAYMENT_ENDPOINTS, ...ACCOUNT_ENDPOINTS];

interface ApiContext {
  readonly account: Account;
  readonly idempotency: Idempotency;
  readonly faults: StripeFaults;
  /** The only accepted API key; null accepts every test mode key. */
  readonly apiKey: string | null;
}

interface ApiEnv extends EmulatorEnv {
  readonly Variables: EmulatorEnv['Variables'] & { requestId: string; apiKey: string };
}

/** Creates the API's application. It authenticates every request, even if no endpoint matches. */
export function createApi(api: ApiContext): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>();
  app.use(async (context, next) => {
    const requestId = api.account.ids.generate('req', 14);
    const version = context.req.header('stripe-version') ?? API_VERSION;
    context.header('request-id', requestId);
    context.header('stripe-version', version);
    context.set('requestId', requestId);
    context.set('apiKey', authenticate(context.req.header('authorization'), api.apiKey));
    apiVersion()(version, 'Stripe-Version');
    for (const name of ['Stripe-Account', 'Stripe-Context']) {
      if (context.req.header(name) !== undefined) throw unsupportedParameter(name);
    }
    return next();
  });
  for (const endpoint of ENDPOINTS) {
    app.on(endpoint.method, endpoint.path, (context) => handleRequest(api, endpoint, context));
  }
  return app;
}

async function handleRequest(
  api: ApiContext,
  endpoint: Endpoint,
  context: Context<ApiEnv>,
): Promise<Response> {
  const { requestId, apiKey } = context.var;
  const parameters = { ...decodeForm(queryOf(context.req.url)), ...decodeBody(context) };
  const idempotencyKey =
    context.req.method === 'POST' ? (context.req.header('idempotency-key') ?? null) : null;
  if (idempotencyKey !== null) context.header('idempotency-key', idempotencyKey);
  const lock =
    idempotencyKey === null
      ? null
      : api.idempotency.acquire(apiKey, idempotencyKey, context.req.path, parameters);
  if (lock !== null && lock.replay !== null) {
    const { requestId: originalRequestId, status, body } = lock.replay;
    context.header('idempotent-replayed', 'true');
    context.header('original-request', originalRequestId);
    // A retry with this key would replay the failure, so the SDK is told not to retry.
    if (status >= 500) context.header('stripe-should-retry', 'false');
    return jsonResponse(context, status, body);
  }
  try {
    await sleep(api.faults.apiDelayMs);
    const operation = endpoint.prepare(api.account, context.req.param(), parameters);
    const fails = consumeFault(api.faults, 'apiFailNext');
    if (fails && !api.faults.apiFailAfterWork) throw injectedError(api.faults);
    const result = operation.run({ requestId, idempotencyKey });
    const body = stringify(expand(api.account.store, result, operation.expand));
    if (fails && api.faults.apiFailStored) throw injectedError(api.faults);
    lock?.store({ requestId, status: 200, body });
    if (fails) throw injectedError(api.faults);
    return consumeFault(api.faults, 'apiHangUpNext') ? hangUp(context) : jsonResponse(context, 200, body);
  } catch (error) {
    const failure = toStripeError(error);
    if (failure.storable)
      lock?.store({ requestId, status: failure.status, body: stringify({ error: failure.body }) });
    else lock?.release();
    throw failure;
  }
}

/** Converts an error to the API's JSON response. Unexpected errors become a 500 and are logged. */
export function errorResponse(error: unknown, context: Context): Response {
  const { status, body } = toStripeError(error);
  return jsonResponse(context, status, stringify({ error: body }));
}

function toStripeError(error: unknown): StripeError {
  if (error instanceof StripeError) return error;
  console.error(`savepoint-stripe: unexpected error ${printableError(error)}`);
  return apiError(500, 'An unknown error occurred in savepoint-stripe; see its standard error.');
}

function injectedError(faults: StripeFaults): StripeError {
  const message = 'This failure was requested through the fault injection of savepoint-stripe.';
  return new StripeError(faults.apiFailStatus, { type: 'api_error', message }, faults.apiFailStored);
}

function decodeBody(context: Context<ApiEnv>): ReturnType<typeof decodeForm> {
  const { body } = context.var;
  if (body === '') return {};
  const type = context.req.header('content-type') ?? '';
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    throw invalidBody(`it came as ${type === '' ? 'no content type' : type.slice(0, 80)}`);
  }
  return decodeForm(body);
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

function sleep(ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve();
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function stringify(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function jsonResponse(context: Context, status: number, body: string): Response {
  return context.body(body, status as ContentfulStatusCode, { 'content-type': 'application/json' });
}
