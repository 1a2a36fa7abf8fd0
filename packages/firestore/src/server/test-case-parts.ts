// The parts of projects.test cases that are common to all services.
import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { TimestampSchema } from '@bufbuild/protobuf/wkt';
import { requestFromJson } from '@savepoint/server/http/request-json';
import { currentMicros, microsToTimestamp } from '../core/commit-time.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import type { Explanation, Issue, RulesRequest } from '../rules/ruleset.ts';

/** google.firebase.rules.v1.TestRulesetResponse. `explanation` is an addition of this emulator. */
export interface TestRulesetResponse {
  readonly issues?: readonly Issue[];
  readonly testResults?: readonly TestResult[];
}

export interface TestResult {
  /** Whether the decision was the expected one. */
  readonly state: 'SUCCESS' | 'FAILURE';
  readonly debugMessages?: readonly string[];
  /**
   * For `expressionReportLevel: FULL`: every expression with its values, as in a coverage report.
   */
  readonly expressionReports?: readonly object[];
  readonly explanation: Explanation;
}

const METHODS = ['get', 'list', 'create', 'update', 'delete'] as const;

/** Returns whether the case at `where` expects its request to be allowed. */
export function expectsAllow({ expectation = 'ALLOW' }: JsonObject, where: string): boolean {
  if (expectation === 'ALLOW' || expectation === 'DENY') return expectation === 'ALLOW';
  throw invalidArgument(`${where}.expectation must be ALLOW or DENY.`);
}

/** Parses `request.method` of the case at `where`. */
export function parseMethod(value: JsonValue | undefined, where: string): (typeof METHODS)[number] {
  const method = METHODS.find((each) => each === value);
  if (method !== undefined) return method;
  throw invalidArgument(`${where}.request.method must be one of ${METHODS.join(', ')}.`);
}

/** Decodes a percent-encoded path segment. */
export function decodeSegment(text: string, where: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw invalidArgument(`${where}.request.path is not percent-encoded.`);
  }
}

/** Parses `request.auth` of the case at `where`; null for a signed-out user. */
export function parseAuth(json: JsonValue, where: string): RulesRequest['auth'] {
  if (json === null) return null;
  const { uid, token = {} } = objectOf(json, `${where}.request.auth`);
  if (typeof uid !== 'string' || uid === '')
    throw invalidArgument(`${where}.request.auth.uid must be a string.`);
  return { uid, token: objectOf(token, `${where}.request.auth.token`) };
}

/** Parses `request.time` of the case at `where`; now if it is absent. */
export function parseTime(value: JsonValue | undefined, where: string): RulesRequest['time'] {
  if (value === undefined) return microsToTimestamp(currentMicros());
  try {
    return requestFromJson(TimestampSchema, value);
  } catch {
    throw invalidArgument(`${where}.request.time must be a time such as 2026-01-31T12:00:00Z.`);
  }
}

/** A JSON object. Errors about other values call it `what`. */
export function objectOf(json: JsonValue, what: string): JsonObject {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw invalidArgument(`${what} must be a JSON object.`);
}
