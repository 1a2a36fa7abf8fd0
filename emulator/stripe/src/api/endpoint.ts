// Owns what an endpoint is: a method, a path with named parts, the parameters it takes and what it does. Reading the
// parameters and doing the work are two steps, because an answer is only kept for an idempotency key once the second
// has begun.

import type { Parameters } from '../core/form-body.ts';
import type { Field, Values } from '../core/parameters.ts';
import { list, optional, parseParameters, text } from '../core/parameters.ts';
import type { Account } from '../state/account.ts';
import type { EventRequest } from '../state/event-request.ts';

/** A request that passed authentication. */
export interface EndpointContext<P> {
  readonly account: Account;
  /** The named parts of the path. */
  readonly ids: Readonly<Record<string, string>>;
  readonly parameters: P;
  readonly request: EventRequest;
}

/** An endpoint with its parameter types forgotten, as the router keeps it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Such as `/v1/charges/:charge`. */
  readonly path: string;
  /** Checks the parameters and returns the work to do and the paths to expand. */
  prepare(
    account: Account,
    ids: Readonly<Record<string, string>>,
    parameters: Parameters,
  ): { run(request: EventRequest): object; expand: readonly string[] };
}

const EXPAND = { expand: optional(list(text(), 20)) };

/** Puts an endpoint together; every one takes `expand`. */
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
      const read = parseParameters(fields, rest);
      const paths = parseParameters(EXPAND, expand === undefined ? {} : { expand }).expand ?? [];
      return { expand: paths, run: (request) => run({ account, ids, parameters: read, request }) };
    },
  };
}

/** Looks an object up by the id in the path; the caller says what it is called. */
export function findById<T>(
  items: ReadonlyMap<string, T>,
  id: string | undefined,
  missing: (id: string) => Error,
): T {
  const found = items.get(id ?? '');
  if (found === undefined) throw missing(id ?? '');
  return found;
}
