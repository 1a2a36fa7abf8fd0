/** The record of one evaluation that the requests monitor of the Emulator UI displays. */
import { toJson } from '@bufbuild/protobuf';
import { explanationDetail } from '@savepoint/server/rules/explanation';
import { StructuredQuerySchema } from '../../gen/google/firestore/v1/query_pb.js';
import { fromTimestamp, ResourceMap } from '../runtime/document-value.ts';
import { type ExpressionValue, formatTimestamp, toExpressionValue } from '../runtime/expression-value.ts';
import { RequestMap, type RulesRequest } from '../runtime/request-value.ts';
import type { RulesMap, RulesValue } from '../runtime/value.ts';
import type { Decision } from './decision.ts';

type EvaluationOutcome = 'allow' | 'deny' | 'error' | 'admin';

interface EvaluationRecord {
  readonly requestId: string;
  readonly outcome: EvaluationOutcome;
  /** The ruleset's source. */
  readonly rules: string;
  readonly rulesReleaseName: string;
  readonly rulesReleaseKey: string;
  readonly time: string;
  readonly rulesContext: {
    readonly request: ExpressionValue;
    readonly resource: ExpressionValue;
    readonly path: string;
    readonly method: string;
    readonly time: string;
  };
  readonly granularAllowOutcomes: readonly { readonly line: number; readonly outcome: boolean | 'error' }[];
  /** Why a request was denied. An extension that the Emulator UI ignores. */
  readonly explanation?: unknown;
  /**
   * The query of a list with its filters, which `request.query` lacks. An extension that the
   * Emulator UI ignores.
   */
  readonly structuredQuery?: unknown;
  /** The trace in which the request is recorded. An extension that the Emulator UI ignores. */
  readonly traceId?: string;
}

/**
 * Creates the record of an operation. `decision` is undefined for the owner, to whom rules do not
 * apply. `requestId` must be unique.
 */
export function evaluationRecord(
  requestId: string,
  request: RulesRequest,
  decision: Decision | undefined,
  rules: string,
): EvaluationRecord {
  const time = formatTimestamp(fromTimestamp(request.time));
  const release = `projects/${request.projectId}/releases/cloud.firestore`;
  return {
    requestId,
    outcome: outcomeOf(decision),
    rules,
    rulesReleaseName: release,
    rulesReleaseKey: release,
    time,
    rulesContext: {
      request: requestValue(request),
      resource: toExpressionValue(request.resource && new ResourceMap(request.resource, request.databaseId)),
      path: contextPath(request),
      method: request.method,
      time,
    },
    granularAllowOutcomes: (decision?.outcomes ?? []).map(({ line, outcome }) => ({
      line,
      // The monitor displays every truthy value as granted.
      outcome: outcome === true,
    })),
    ...(request.query === undefined ? {} : { structuredQuery: toJson(StructuredQuerySchema, request.query) }),
    ...(decision === undefined || decision.allowed
      ? {}
      : { explanation: explanationDetail(decision.explain()).value }),
  };
}

/** The path that a request refers to; for a collection group, a pattern that covers it. */
function contextPath({ databaseId, path, collectionGroup }: RulesRequest): string {
  const group = [...path.slice(0, -1), '**', path.at(-1) ?? '', '*'];
  return ['', 'databases', databaseId, 'documents', ...(collectionGroup === true ? group : path)].join('/');
}

function outcomeOf(decision: Decision | undefined): EvaluationOutcome {
  if (decision === undefined) return 'admin';
  if (decision.allowed) return 'allow';
  return decision.outcomes.some(({ outcome }) => outcome === 'error') ? 'error' : 'deny';
}

/** `request` with all its keys and the token's claims. */
function requestValue(request: RulesRequest): ExpressionValue {
  const map: RulesMap = new RequestMap(request);
  const fields = map.keys().map((key): [string, ExpressionValue] => [key, toExpressionValue(read(map, key))]);
  return { mapValue: { fields: Object.fromEntries(fields) } };
}

function read(map: RulesMap, key: string): RulesValue {
  return map.lookup(key) ?? null;
}
