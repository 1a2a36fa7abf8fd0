// Requests and responses are plain data here; the server handles HTTP. A request passes these
// checks in order: version, access token, body, validation, maximum cost, throttle.

import { timingSafeEqual } from 'node:crypto';
import { consumeFault } from '@savepoint/server/webhooks/fault-injection';
import type { DocumentNode, GraphQLFormattedError, OperationDefinitionNode } from 'graphql';
import { execute, GraphQLError, getOperationAST, Kind, parse, validate } from 'graphql';
import { z } from 'zod';
import { resolveVersion } from '../core/api-version.ts';
import { consumePageFault } from '../webhooks/shopify-faults.ts';
import type { AdminContext, AdminDependencies } from './admin-context.ts';
import { ADMIN_SCHEMA } from './admin-schema.ts';
import { executionError, syntaxError, validationError } from './graphql-errors.ts';
import { MUTATION_RESOLVERS } from './mutations.ts';
import { QUERY_RESOLVERS } from './queries.ts';
import { actualCost, requestedCost } from './query-cost.ts';
import type { Throttle } from './throttle.ts';

/** Shopify's limit for a single query, in points. */
const MAX_QUERY_COST = 1_000;
/** Limits the nesting of a query, and thus the parser's stack depth. */
const MAX_QUERY_TOKENS = 2_000;
const RATE_LIMITS_URL = 'https://shopify.dev/api/usage/rate-limits';

/** The Admin API of one shop. */
export interface AdminApi extends AdminDependencies {
  readonly throttle: Throttle;
  /** The API version of webhook subscriptions created outside the Admin API. */
  readonly apiVersion: () => string;
  /** The accepted access token; null accepts any non-empty token. */
  readonly accessToken: string | null;
}

/** An HTTP response whose body is sent as JSON. */
export interface AdminResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const REQUEST_SCHEMA = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

/**
 * Handles `POST /admin/api/VERSION/graphql.json`. Errors are responses; it throws only because of a
 * bug.
 */
export async function handleAdminRequest(
  api: AdminApi,
  request: { version: string; token: string | undefined; body: string; contentType: string },
): Promise<AdminResponse> {
  const resolved = resolveVersion(request.version, api.shop.clock.nowMs());
  if ('notFound' in resolved) return { status: 404, headers: {}, body: { errors: 'Not Found' } };
  const headers = { 'x-shopify-api-version': resolved.version };
  if (!isAccepted(request.token, api.accessToken)) {
    return {
      status: 401,
      headers,
      body: { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' },
    };
  }
  const parsed = parseRequest(request.body, request.contentType);
  if ('error' in parsed) return { status: 400, headers, body: { errors: { query: parsed.error } } };
  const { apiDelayMs } = api.webhooks.faults;
  if (apiDelayMs > 0) await new Promise((resolve) => setTimeout(resolve, apiDelayMs));
  const { status, body } = await executeRequest(api, resolved.version, parsed);
  return { status, headers, body };
}

interface GraphQLRequest {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | null;
}

function parseRequest(body: string, contentType: string): GraphQLRequest | { error: string } {
  if (contentType.startsWith('application/graphql'))
    return { query: body, variables: {}, operationName: null };
  try {
    const { query, variables, operationName } = REQUEST_SCHEMA.parse(JSON.parse(body));
    return { query, variables: variables ?? {}, operationName: operationName ?? null };
  } catch {
    return { error: 'Required parameter missing or invalid' };
  }
}

async function executeRequest(
  api: AdminApi,
  apiVersion: string,
  request: GraphQLRequest,
): Promise<{ status: number; body: unknown }> {
  const validated = parseAndValidate(request);
  if ('errors' in validated) return { status: 200, body: { errors: validated.errors } };
  const { document, operation } = validated;
  const requested = requestedCost(ADMIN_SCHEMA, document, operation, request.variables);
  if (requested > MAX_QUERY_COST) return { status: 200, body: maxCostExceeded(requested) };
  if (queriesProducts(operation) && consumePageFault(api.webhooks.faults)) return injectedFailure(api);
  if (consumeFault(api.webhooks.faults, 'throttleNext')) api.throttle.drain();
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

function parseAndValidate(
  request: GraphQLRequest,
): { document: DocumentNode; operation: OperationDefinitionNode } | { errors: GraphQLFormattedError[] } {
  let document: DocumentNode;
  try {
    document = parse(request.query, { maxTokens: MAX_QUERY_TOKENS });
  } catch (error) {
    return { errors: [syntaxError(error instanceof GraphQLError ? error : new GraphQLError(String(error)))] };
  }
  const errors = validate(ADMIN_SCHEMA, document);
  if (errors.length > 0) return { errors: errors.map((error) => validationError(error, document)) };
  const operation = getOperationAST(document, request.operationName);
  if (operation == null)
    return { errors: [{ message: 'An operation name is required', extensions: { code: 'BAD_REQUEST' } }] };
  return { document, operation };
}

function queriesProducts(operation: OperationDefinitionNode): boolean {
  return operation.selectionSet.selections.some(
    (field) => field.kind === Kind.FIELD && field.name.value === 'products',
  );
}

function injectedFailure(api: AdminApi): { status: number; body: unknown } {
  const status = api.webhooks.faults.failPageStatus;
  if (status !== 200)
    return {
      status,
      body: { errors: 'Failure injected by savepoint-shopify.' },
    };
  return {
    status,
    body: {
      errors: [
        {
          message:
            'Internal error. Looks like something went wrong on our end. (injected by savepoint-shopify)',
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'savepoint-shopify' },
        },
      ],
    },
  };
}

function maxCostExceeded(cost: number): unknown {
  return {
    errors: [
      {
        message: `Query cost is ${cost}, which exceeds the single query max cost limit (${MAX_QUERY_COST}). See ${RATE_LIMITS_URL} for more information on how the cost of a query is calculated.`,
        extensions: {
          code: 'MAX_COST_EXCEEDED',
          cost,
          maxCost: MAX_QUERY_COST,
          documentation: RATE_LIMITS_URL,
        },
      },
    ],
  };
}

function throttled(api: AdminApi, requestedQueryCost: number): unknown {
  return {
    errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED', documentation: RATE_LIMITS_URL } }],
    extensions: {
      cost: { requestedQueryCost, actualQueryCost: null, throttleStatus: api.throttle.status() },
    },
  };
}

function isAccepted(token: string | undefined, accepted: string | null): boolean {
  if (token === undefined || token === '') return false;
  if (accepted === null) return true;
  const [a, b] = [Buffer.from(token), Buffer.from(accepted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
