// The definition of an endpoint. Parsing the parameters and executing the request are separate
// steps, because a response is stored for an idempotency key only once execution has begun.

import type { Parameters } from '../core/form-body.ts';
import type { Field, Values } from '../core/parameters.ts';
import { list, optional, parseParameters, text } from '../core/parameters.ts';
import type { Account } from '../state/account.ts';
import type { EventRequest } from '../state/event-request.ts';

/** The input of an endpoint: an authenticated request with parsed parameters. */
export interface EndpointContext<P> {
  readonly account: Account;
  /** The path parameters. */
  readonly ids: Readonly<Record<string, string>>;
  readonly parameters: P;
  readonly request: EventRequest;
}

/** An endpoint of any parameter types. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** A Hono path, such as `/v1/charges/:charge`. */
  readonly path: string;
  /** Parses the parameters. Returns the operation and the paths to expand in its result. */
  prepare(
    account: Account,
    ids: Readonly<Record<string, string>>,
    parameters: Parameters,
  ): { run(request: EventRequest): object; expand: readonly string[] };
}

const EXPAND = { expand: optional(list(text(), 20)) };

/** Defines an endpoint. Each one also has the `expand` parameter. */
export function defineEndpoint<F extends Record<string, Field<unknown>>>(
  method: Endpoint['method'],
  path: string,
  fields: F,
  run: (call: EndpointContext<Values<F>>) => object,
): Endpoint {
  return {
    method,
    path,
    prepare(account, ids, parameters) {
      const { expand, ...rest } = parameters;
      const parsed = parseParameters(fields, rest);
      const paths = parseParameters(EXPAND, expand === undefined ? {} : { expand }).expand ?? [];
      return { expand: paths, run: (request) => run({ account, ids, parameters: parsed, request }) };
    },
  };
}

/**
 * Returns the object with an id.
 * @throws the result of `missing` if there is none
 */
export function findById<T>(
  items: ReadonlyMap<string, T>,
  id: string | undefined,
  missing: (id: string) => Error,
): T {
  const found = items.get(id ?? '');
  if (found === undefined) throw missing(id ?? '');
  return found;
}
