/** One judged operation as the Emulator UI's requests monitor reads it. Owns the record's shape. */
import type { Decision } from './decision.ts';
import { fromTimestamp, ResourceMap } from './document-value.ts';
import { explanationDetail } from './explanation.ts';
import { type ExpressionValue, formatTimestamp, toExpressionValue } from './expression-value.ts';
import { RequestMap, type RulesRequest } from './request-value.ts';
import type { RulesMap, RulesValue } from './value.ts';

export type EvaluationOutcome = 'allow' | 'deny' | 'error' | 'admin';

export interface EvaluationRecord {
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
  /** Ours: why a request was denied. */
  readonly explanation?: unknown;
}

/**
 * The record of an operation. `decision` is undefined for the owner, whom rules do not bind. `requestId` is the
 * caller's, so that records can be told apart.
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
      // The monitor shows what is truthy as granted.
      outcome: outcome === true,
    })),
    ...(decision === undefined || decision.allowed
      ? {}
      : { explanation: explanationDetail(decision.explain()).value }),
  };
}

/** Where the request looks; of a collection group, everything that belongs to it. */
function contextPath({ databaseId, path, collectionGroup }: RulesRequest): string {
  const group = [...path.slice(0, -1), '**', path.at(-1) ?? '', '*'];
  return ['', 'databases', databaseId, 'documents', ...(collectionGroup === true ? group : path)].join('/');
}

function outcomeOf(decision: Decision | undefined): EvaluationOutcome {
  if (decision === undefined) return 'admin';
  if (decision.allowed) return 'allow';
  return decision.outcomes.some(({ outcome }) => outcome === 'error') ? 'error' : 'deny';
}

/** `request` as the monitor shows it: every key, claims included. */
function requestValue(request: RulesRequest): ExpressionValue {
  const map: RulesMap = new RequestMap(request);
  const fields = map.keys().map((key): [string, ExpressionValue] => [key, toExpressionValue(read(map, key))]);
  return { mapValue: { fields: Object.fromEntries(fields) } };
}

function read(map: RulesMap, key: string): RulesValue {
  return map.lookup(key) ?? null;
}
