/**
 * Evaluates the conditions of a decision again, recording every expression, to explain the result.
 */

import { TraceRecorder } from '@savepoint/server/rules/evaluation-trace';
import {
  type AllowExplanation,
  type Explanation,
  mostTellingFirst,
  singleLine,
  summarize,
} from '@savepoint/server/rules/explanation';
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { CompiledRules } from '../compile/ruleset-compiler.ts';
import {
  type EvaluationContext,
  evaluateAllowStatements,
  type RulesOperation,
} from '../evaluate/evaluate-allow-statements.ts';
import type { RulesResult } from '../runtime/value.ts';
import { ConditionExplainer } from './explain-condition.ts';

/**
 * Explains the decision on a request. `context` is the evaluation that decided it; undefined if the
 * query has no disjunct, or too many to be evaluated.
 */
export function explainDecision(
  rules: CompiledRules,
  source: SourceText,
  request: RulesOperation,
  context: EvaluationContext | undefined,
): Explanation {
  const statements = context === undefined ? [] : explainAllowStatements(rules, source, context);
  const explanation = {
    allowed: statements.at(-1)?.outcome === 'granted',
    method: request.method,
    path: `/${request.path.join('/')}`,
    fileName: source.fileName,
    statements,
    others:
      statements.length === 0 && context !== undefined
        ? matchingStatementsOfOtherMethods(rules, context)
        : [],
  };
  const summary =
    context === undefined
      ? 'the filter of the query has no disjunct, or too many to evaluate'
      : summarize(explanation);
  return { ...explanation, summary };
}

function explainAllowStatements(
  rules: CompiledRules,
  source: SourceText,
  context: EvaluationContext,
): AllowExplanation[] {
  const { method } = context.request;
  const { parents, callees } = rules.instrumented;
  const recorder = new TraceRecorder<RulesResult>((id, parent) => {
    const enclosing = parents[id];
    return enclosing !== undefined && (enclosing === parent || enclosing === callees.get(parent));
  });
  const explainer = new ConditionExplainer(rules.instrumented, source, method === 'list');
  const statements: AllowExplanation[] = [];
  evaluateAllowStatements(rules.allowsByMethod.get(method) ?? [], context, {
    expressionObserver: recorder,
    onOutcome: ({ allow, outcome, error }) => {
      const { line, column, statement } = allow;
      const { condition } = statement;
      const root = recorder.takeRoots().at(-1);
      statements.push({
        line,
        column,
        condition: condition === undefined ? '' : singleLine(source.slice(condition)),
        outcome: outcome === true ? 'granted' : outcome === 'error' ? 'error' : 'false',
        causes:
          outcome === true || condition === undefined
            ? []
            : mostTellingFirst(explainer.causes(root, condition, error)),
      });
    },
  });
  return statements;
}

/** The maximum number of statements for other methods that an explanation lists. */
const MAXIMUM_OTHERS = 10;

function matchingStatementsOfOtherMethods(
  rules: CompiledRules,
  { targetPath }: EvaluationContext,
): { line: number; methods: string }[] {
  return rules.allows
    .filter(({ pattern }) => pattern.match(targetPath) !== undefined)
    .slice(0, MAXIMUM_OTHERS)
    .map(({ line, statement }) => ({ line, methods: statement.methods.map(({ text }) => text).join(', ') }));
}
