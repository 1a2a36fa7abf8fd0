/**
 * Evaluates the allow statements of a method in source order until one grants the request. All
 * statements share one budget of expressions. For a list, the query's constraints take the place of
 * a document.
 */

import type { CompiledAllowStatement } from '../compile/ruleset-compiler.ts';
import { ResourceMap } from '../runtime/document-value.ts';
import {
  type DocumentLookups,
  Evaluation,
  EvaluationAborted,
  type ExpressionObserver,
} from '../runtime/evaluation.ts';
import { typeError } from '../runtime/evaluation-error.ts';
import {
  type MatchPattern,
  type TargetPath,
  UNKNOWN_SEGMENT,
  UNKNOWN_SEGMENTS,
} from '../runtime/match-pattern.ts';
import type { RulesRequest } from '../runtime/request-value.ts';
import { RulesError, type RulesMap, type RulesResult } from '../runtime/value.ts';
import { type QueryDisjunct, queryDisjuncts } from './query-constraints.ts';

/** The target of a request: one document, or all documents of one disjunct of a query. */
interface EvaluationTarget {
  readonly targetPath: TargetPath;
  /** The value of `resource`; an error if it must not be known. */
  readonly resource: RulesResult;
}

/** The parts of a request that messages and explanations name, for any service. */
export type RulesOperation = Pick<RulesRequest, 'method' | 'path' | 'isUpsert'>;

/** A target with everything that conditions can read. */
export interface EvaluationContext extends EvaluationTarget {
  readonly request: RulesOperation;
  /** The value of `request`. */
  readonly requestMap: RulesMap;
  readonly lookups: DocumentLookups;
}

/** The result of one allow statement. */
export interface AllowOutcome {
  readonly allow: CompiledAllowStatement;
  /** 1-based line of the `allow`. */
  readonly line: number;
  readonly outcome: boolean | 'error';
  readonly error: RulesError | undefined;
}

/** Callbacks during an evaluation. */
export interface EvaluationObservers {
  readonly expressionObserver?: ExpressionObserver;
  readonly onDebug?: (text: string) => void;
  readonly onOutcome?: (outcome: AllowOutcome) => void;
}

/**
 * The targets of a request: one per disjunct of a query; undefined if there are too many disjuncts.
 */
export function evaluationTargets(request: RulesRequest): readonly EvaluationTarget[] | undefined {
  if (request.method === 'list') {
    return queryDisjuncts(request.query, request.databaseId)?.map((disjunct) => ({
      targetPath: listTargetPath(request, disjunct),
      resource: disjunct.resource,
    }));
  }
  const resource = request.resource === null ? null : new ResourceMap(request.resource, request.databaseId);
  return [{ targetPath: ['databases', request.databaseId, 'documents', ...request.path], resource }];
}

/** The paths of the documents that a query can return. */
function listTargetPath(request: RulesRequest, disjunct: QueryDisjunct): TargetPath {
  const prefix = ['databases', request.databaseId, 'documents'];
  if (disjunct.documentPath !== undefined) return [...prefix, ...disjunct.documentPath];
  if (!request.collectionGroup) return [...prefix, ...request.path, UNKNOWN_SEGMENT];
  const collection = request.path.at(-1) ?? '';
  return [...prefix, ...request.path.slice(0, -1), UNKNOWN_SEGMENTS, collection, UNKNOWN_SEGMENT];
}

/**
 * Evaluates the statements whose match path covers the target, in order, until one grants or the
 * budget is exhausted. Returns the outcome of each evaluated statement; access is granted when the
 * last outcome is true.
 */
export function evaluateAllowStatements(
  allows: readonly CompiledAllowStatement[],
  { requestMap, targetPath, resource, lookups }: EvaluationContext,
  { expressionObserver, onDebug, onOutcome }: EvaluationObservers,
): readonly AllowOutcome[] {
  const evaluation = new Evaluation(requestMap, resource, lookups, expressionObserver, onDebug);
  const outcomes: AllowOutcome[] = [];
  let currentPattern: MatchPattern | undefined;
  let wildcardValues: RulesResult[] | undefined;
  for (const allow of allows) {
    if (allow.pattern !== currentPattern) {
      currentPattern = allow.pattern;
      wildcardValues = currentPattern.match(targetPath);
    }
    if (wildcardValues === undefined) continue;
    evaluation.wildcardValues = wildcardValues;
    const result = evaluateCondition(allow, evaluation);
    const isAborted = result instanceof EvaluationAborted;
    const outcome = toAllowOutcome(allow, isAborted ? result.error : result);
    onOutcome?.(outcome);
    // After an error, an exhausted budget is not reported: production reports the earlier error.
    if (!isAborted || outcomes.every(({ error }) => error === undefined)) outcomes.push(outcome);
    if (isAborted || result === true) break;
  }
  return outcomes;
}

function toAllowOutcome(allow: CompiledAllowStatement, result: boolean | RulesError): AllowOutcome {
  const { line } = allow;
  if (typeof result === 'boolean') return { allow, line, outcome: result, error: undefined };
  return { allow, line, outcome: 'error', error: result };
}

/** Evaluates the condition of an allow statement. A value other than a boolean is an error. */
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
