/**
 * One pass over the allow statements that name a method: which of them cover the path, and what their conditions
 * say. Owns the order, the budget that all statements share, and what a query puts in place of a document.
 */
import { ResourceMap } from './document-value.ts';
import {
  type DocumentLookups,
  Evaluation,
  EvaluationAborted,
  type ExpressionObserver,
} from './evaluation.ts';
import { typeError } from './evaluation-error.ts';
import { type MatchPattern, type TargetPath, UNKNOWN_SEGMENT, UNKNOWN_SEGMENTS } from './match-pattern.ts';
import { type QueryDisjunct, queryDisjuncts } from './query-constraints.ts';
import type { RequestMap, RulesRequest } from './request-value.ts';
import type { CompiledAllowStatement } from './ruleset-compiler.ts';
import { RulesError, type RulesResult } from './value.ts';

/** What there is to judge: a document, or all documents of one disjunct of a query. */
export interface EvaluationTarget {
  readonly targetPath: TargetPath;
  /** `resource`; an error when it is not to be known. */
  readonly resource: RulesResult;
}

/** A scene with all that conditions can ask for. */
export interface EvaluationContext extends EvaluationTarget {
  readonly request: RulesRequest;
  readonly requestMap: RequestMap;
  readonly lookups: DocumentLookups;
}

/** How one allow statement judged. */
export interface AllowOutcome {
  readonly allow: CompiledAllowStatement;
  /** 1-based line of the `allow`. */
  readonly line: number;
  readonly outcome: boolean | 'error';
  readonly error: RulesError | undefined;
}

/** Who watches a run. */
export interface EvaluationObservers {
  readonly expressionObserver?: ExpressionObserver;
  readonly onDebug?: (text: string) => void;
  readonly onOutcome?: (outcome: AllowOutcome) => void;
}

/** The scenes of a request; undefined when its query has more disjuncts than can be judged. */
export function evaluationTargets(request: RulesRequest): readonly EvaluationTarget[] | undefined {
  if (request.method === 'list') {
    return queryDisjuncts(request.query, request.databaseId)?.map((promise) => ({
      targetPath: listTargetPath(request, promise),
      resource: promise.resource,
    }));
  }
  const resource = request.resource === null ? null : new ResourceMap(request.resource, request.databaseId);
  return [{ targetPath: ['databases', request.databaseId, 'documents', ...request.path], resource }];
}

/** The paths of the documents that a query can return. */
function listTargetPath(request: RulesRequest, promise: QueryDisjunct): TargetPath {
  const prefix = ['databases', request.databaseId, 'documents'];
  if (promise.documentPath !== undefined) return [...prefix, ...promise.documentPath];
  if (!request.collectionGroup) return [...prefix, ...request.path, UNKNOWN_SEGMENT];
  const collection = request.path.at(-1) ?? '';
  return [...prefix, ...request.path.slice(0, -1), UNKNOWN_SEGMENTS, collection, UNKNOWN_SEGMENT];
}

/** Tries statements in order, until one grants or a limit is reached. */
export function evaluateAllowStatements(
  allows: readonly CompiledAllowStatement[],
  { requestMap, targetPath, resource, lookups }: EvaluationContext,
  { expressionObserver: probe, onDebug, onOutcome }: EvaluationObservers,
): readonly AllowOutcome[] {
  const evaluation = new Evaluation(requestMap, resource, lookups, probe, onDebug);
  const outcomes: AllowOutcome[] = [];
  let matched: MatchPattern | undefined;
  let captures: RulesResult[] | undefined;
  for (const allow of allows) {
    if (allow.pattern !== matched) {
      matched = allow.pattern;
      captures = matched.match(targetPath);
    }
    if (captures === undefined) continue;
    evaluation.wildcardValues = captures;
    const result = evaluateCondition(allow, evaluation);
    const isAborted = result instanceof EvaluationAborted;
    const outcome = outcomeOf(allow, isAborted ? result.error : result);
    onOutcome?.(outcome);
    // An error before the limit was reached is the one that is reported.
    if (!isAborted || outcomes.every(({ error }) => error === undefined)) outcomes.push(outcome);
    if (isAborted || result === true) break;
  }
  return outcomes;
}

function outcomeOf(allow: CompiledAllowStatement, result: boolean | RulesError): AllowOutcome {
  const { line } = allow;
  if (typeof result === 'boolean') return { allow, line, outcome: result, error: undefined };
  return { allow, line, outcome: 'error', error: result };
}

/** The value of an allow's condition: anything but a boolean is an error. */
function evaluateCondition(
  { condition, statement }: CompiledAllowStatement,
  evaluation: Evaluation,
): boolean | RulesError | EvaluationAborted {
  if (condition === undefined) return true;
  try {
    evaluation.charge(condition.cost);
    const result = condition.evaluate(evaluation, []);
    if (typeof result === 'boolean' || result instanceof RulesError) return result;
    const error = typeError(result, 'bool');
    error.location = statement.condition?.location;
    return error;
  } catch (aborted) {
    if (aborted instanceof EvaluationAborted) return aborted;
    throw aborted;
  }
}
