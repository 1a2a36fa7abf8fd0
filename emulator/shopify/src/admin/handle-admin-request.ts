// Owns the way of an Admin API request: token, version, query, cost, work, answer. Takes and gives plain data; the
// server does the HTTP.

import { timingSafeEqual } from 'node:crypto';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { execute, GraphQLError, getOperationAST, Kind, parse, validate } from 'graphql';
import { z } from 'zod';
import { resolveVersion } from '../core/api-version.ts';
import { spend, spendPage } from '../webhooks/faults.ts';
import type { AdminContext, AdminDependencies } from './admin-context.ts';
import { ADMIN_SCHEMA } from './admin-schema.ts';
import type { SentError } from './graphql-errors.ts';
import { executionError, syntaxError, validationError } from './graphql-errors.ts';
import { MUTATION_RESOLVERS } from './mutations.ts';
import { QUERY_RESOLVERS } from './queries.ts';
import { actualCost, requestedCost } from './query-cost.ts';
import type { Throttle } from './throttle.ts';

/** The dearest single query. */
const LARGEST_COST = 1_000;
/** Bounds how deep a query can nest, and with it the stack that reading it takes. */
const MOST_TOKENS = 2_000;
const DOCUMENTATION = 'https://shopify.dev/api/usage/rate-limits';

/** What requests are answered with. */
export interface AdminApi extends AdminDependencies {
  readonly throttle: Throttle;
  /** The version that subscriptions made outside the API are written in. */
  readonly apiVersion: () => string;
  /** The one token that is taken; null takes any that is not empty. */
  readonly accessToken: string | null;
}

/** The answer: a status, headers and something to send as JSON. */
export interface AdminResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const REQUEST = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/** Answers POST /admin/api/VERSION/graphql.json. */
export async function handleAdminRequest(
  api: AdminApi,
  request: { version: string; token: string | undefined; body: string; contentType: string },
): Promise<AdminResponse> {
  const version = resolveVersion(request.version, api.shop.clock.nowMs());
  if ('notFound' in version) return { status: 404, headers: {}, body: { errors: 'Not Found' } };
  const headers = { 'x-shopify-api-version': version.version };
  if (!isTaken(request.token, api.accessToken)) {
    return {
      status: 401,
      headers,
      body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
    };
  }
  const read = readRequest(request.body, request.contentType);
  if ('problem' in read) return { status: 400, headers, body: { errors: { query: read.problem } } };
  const { apiDelayMs } = api.webhooks.faults;
  if (apiDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, apiDelayMs));
  const { status, body } = await run(api, version.version, read);
  return { status, headers, body };
}

interface ReadRequest {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | null;
}

function readRequest(body: string, contentType: string): ReadRequest | { problem: string } {
  if (contentType.startsWith('application/graphql'))
    return { query: body, variables: {}, operationName: null };
  try {
    const { query, variables, operationName } = REQUEST.parse(JSON.parse(body));
    return { query, variables: variables ?? {}, operationName: operationName ?? null };
  } catch {
    return { problem: 'Required parameter missing or invalid' };
  }
}

async function run(
  api: AdminApi,
  apiVersion: string,
  request: ReadRequest,
): Promise<{ status: number; body: unknown }> {
  const checked = check(request);
  if ('errors' in checked) return { status: 200, body: { errors: checked.errors } };
  const { document, operation } = checked;
  const requested = requestedCost(ADMIN_SCHEMA, document, operation, request.variables);
  if (requested > LARGEST_COST) return { status: 200, body: tooDear(requested) };
  if (asksForProducts(operation) && spendPage(api.webhooks.faults)) return failedPage(api);
  if (spend(api.webhooks.faults, 'throttleNext')) api.throttle.drain();
  if (!api.throttle.tryDeduct(requested)) return { status: 200, body: throttled(api, requested) };
  const contextValue: AdminContext = {
    shop: api.shop,
    webhooks: api.webhooks,
    bulk: api.bulk,
    apiVersion,
    bulkWindow: null,
  };
  const result = await execute({
    schema: ADMIN_SCHEMA,
    document,
    rootValue: operation.operation === 'mutation' ? MUTATION_RESOLVERS : QUERY_RESOLVERS,
    contextValue,
    variableValues: request.variables,
    operationName: request.operationName,
  });
  const actual =
    operation.operation === 'mutation' ? requested : Math.min(requested, actualCost(result.data));
  api.throttle.refund(requested - actual);
  return {
    status: 200,
    body: {
      ...(result.errors === undefined ? {} : { errors: result.errors.map(executionError) }),
      ...(result.data == null ? {} : { data: result.data }),
      extensions: {
        cost: {
          requestedQueryCost: requested,
          actualQueryCost: actual,
          throttleStatus: api.throttle.status(),
        },
      },
    },
  };
}

function check(
  request: ReadRequest,
): { document: DocumentNode; operation: OperationDefinitionNode } | { errors: SentError[] } {
  let document: DocumentNode;
  try {
    document = parse(request.query, { maxTokens: MOST_TOKENS });
  } catch (error) {
    return { errors: [syntaxError(error instanceof GraphQLError ? error : new GraphQLError(String(error)))] };
  }
  const wrong = validate(ADMIN_SCHEMA, document);
  if (wrong.length > 0) return { errors: wrong.map((error) => validationError(error, document)) };
  const operation = getOperationAST(document, request.operationName);
  if (operation == null)
    return { errors: [{ message: 'An operation name is required', extensions: { code: 'BAD_REQUEST' } }] };
  return { document, operation };
}

function asksForProducts(operation: OperationDefinitionNode): boolean {
  return operation.selectionSet.selections.some(
    (field) => field.kind === Kind.FIELD && field.name.value === 'products',
  );
}

function failedPage(api: AdminApi): { status: number; body: unknown } {
  const status = api.webhooks.faults.failPageStatus;
  if (status !== 200)
    return {
      status,
      body: { errors: 'This failure was asked for through the fault injection of savepoint-shopify.' },
    };
  return {
    status,
    body: {
      errors: [
        {
          message:
            'Internal error. Looks like something went wrong on our end. (asked for through the fault injection)',
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'savepoint-shopify' },
        },
      ],
    },
  };
}

function tooDear(cost: number): unknown {
  return {
    errors: [
      {
        message: `Query cost is ${cost}, which exceeds the single query max cost limit (${LARGEST_COST}). See ${DOCUMENTATION} for more information on how the cost of a query is calculated.`,
        extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: LARGEST_COST, documentation: DOCUMENTATION },
      },
    ],
  };
}

function throttled(api: AdminApi, requestedQueryCost: number): unknown {
  return {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation: DOCUMENTATION } }],
    extensions: {
      cost: { requestedQueryCost, actualQueryCost: null, throttleStatus: api.throttle.status() },
    },
  };
}

function isTaken(given: string | undefined, wanted: string | null): boolean {
  if (given === undefined || given === '') return false;
  if (wanted === null) return true;
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
