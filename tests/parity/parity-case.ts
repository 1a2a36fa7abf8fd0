import { isDeepStrictEqual } from 'node:util';

export type AreaName =
  | 'commits'
  | 'queries'
  | 'aggregations'
  | 'rule-expressions'
  | 'rule-writes'
  | 'rule-lists'
  | 'damaged-rules'
  | 'transactions'
  | 'rest'
  | 'exports'
  | 'listening';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/**
 * The sender of a request: nobody signed in, the owner (no rules apply), or a user with the claims
 * of a token.
 */
export type Auth = null | 'owner' | { readonly uid: string; readonly token?: JsonObject };

/**
 * One request over HTTP/1. In `path` and `body`, `{project}` becomes the project id,
 * `{transaction:N}` and `{time:N}` the transaction and the commit time in the response to step N of
 * the case, and `{token:N}` its page token. A double is negative zero when `doubleValue` is the
 * string `-0.0`.
 */
export interface RequestStep {
  readonly verb: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  /** A string is sent as it is. */
  readonly body?: Json;
  /** Defaults to the owner. */
  readonly auth?: Auth;
}

/** A target of the listening area. */
export interface ListenTarget {
  /** A document if the number of segments is even, else a collection. */
  readonly path: string;
  readonly group?: boolean;
  readonly where?: readonly (readonly [field: string, operator: string, value: Json])[];
  readonly orderBy?: readonly (readonly [field: string, direction: 'asc' | 'desc'])[];
  readonly limit?: number;
  readonly limitToLast?: number;
}

/**
 * Events of listeners of the Node SDK, one client per case. `settle` waits until every listener has
 * seen all earlier writes.
 */
export type ListenStep =
  | { readonly listen: ListenTarget; readonly id: number }
  | { readonly unlisten: number }
  | { readonly network: 'on' | 'off' }
  | { readonly settle: true };

/** Exports the database of each server and imports it into the other one. */
interface ExchangeStep {
  readonly exchange: 'export-and-import';
}

export type Step = RequestStep | ListenStep | ExchangeStep;

/** A sequence of steps that both servers execute on an empty database. */
export interface ParityCase {
  readonly area: AreaName;
  /**
   * The number of initial steps that only prepare the requests under test by storing documents and
   * rules. Defaults to 0.
   */
  readonly setup?: number;
  readonly steps: readonly Step[];
}

/**
 * A server's response to a step, without what differs between any two runs: times, tokens,
 * generated ids.
 */
export interface Outcome {
  /** The HTTP status; 0 without a response within the time limit. */
  readonly status: number;
  /** `OK` or the name of the gRPC status code. */
  readonly code: string;
  readonly message?: string;
  readonly result?: Json;
}

/** The documents of the database of a case. */
export const DOCUMENTS = 'projects/{project}/databases/(default)/documents';

/** A request to a method of the database, e.g. `databaseRequest(':commit', body)`. */
export function documentsRequest(method: string, body: Json, auth?: Auth): RequestStep {
  return { verb: 'POST', path: `/v1/${DOCUMENTS}${method}`, body, ...(auth === undefined ? {} : { auth }) };
}

/** Sets the rules of the project. */
export function rulesRequest(content: string): RequestStep {
  return {
    verb: 'PUT',
    path: '/emulator/v1/projects/{project}:securityRules',
    body: { rules: { files: [{ name: 'firestore.rules', content }] } },
  };
}

/** Stores documents, by path, as owner. */
export function storeRequest(documents: { readonly [path: string]: JsonObject }): RequestStep {
  const writes = Object.entries(documents).map(([path, fields]) => ({
    update: { name: `${DOCUMENTS}/${path}`, fields },
  }));
  return documentsRequest(':commit', { writes });
}

/** Reads all documents of the database as owner, in the order of their names. */
export const STATE_REQUEST: RequestStep = documentsRequest(':runQuery', {
  structuredQuery: { from: [{ allDescendants: true }] },
});

/** True if a step reads all documents to show what an earlier one stored. */
export function isStateRequest(step: Step): boolean {
  return isDeepStrictEqual(step, STATE_REQUEST);
}
