/** Runs a decision once more, watched, and tells why it came out as it did. */
import { type EvaluationContext, evaluateAllowStatements } from './evaluate-allow-statements.ts';
import { TraceRecorder } from './evaluation-trace.ts';
import { ConditionExplainer, singleLineSource } from './explain-condition.ts';
import { type AllowExplanation, type Explanation, summarize } from './explanation.ts';
import type { RulesRequest } from './request-value.ts';
import type { CompiledRules } from './ruleset-compiler.ts';
import type { SourceText } from './source-text.ts';

/** Explains a request. `run` is the one that decided; undefined when the request could not be judged. */
export function explainDecision(
  rules: CompiledRules,
  source: SourceText,
  request: RulesRequest,
  run: EvaluationContext | undefined,
): Explanation {
  const statements = run === undefined ? [] : explainAllowStatements(rules, source, run);
  const explanation = {
    allowed: statements.at(-1)?.outcome === 'granted',
    method: request.method,
    path: `/${request.path.join('/')}`,
    fileName: source.fileName,
    statements,
    others: statements.length === 0 && run !== undefined ? matchingStatementsOfOtherMethods(rules, run) : [],
  };
  const summary =
    run === undefined
      ? 'the filter of the query has no alternative, or too many to judge'
      : summarize(explanation);
  return { ...explanation, summary };
}

function explainAllowStatements(
  rules: CompiledRules,
  source: SourceText,
  run: EvaluationContext,
): AllowExplanation[] {
  const { method } = run.request;
  const recorder = new TraceRecorder(rules.instrumented);
  const explainer = new ConditionExplainer(rules.instrumented, source, method === 'list');
  const statements: AllowExplanation[] = [];
  evaluateAllowStatements(rules.allowsByMethod.get(method) ?? [], run, {
    expressionObserver: recorder,
    onOutcome: ({ allow, outcome, error }) => {
      const { line, column, statement } = allow;
      const { condition } = statement;
      const root = recorder.takeRoots().at(-1);
      statements.push({
        line,
        column,
        condition: condition === undefined ? '' : singleLineSource(source, condition),
        outcome: outcome === true ? 'granted' : outcome === 'error' ? 'error' : 'false',
        causes: outcome === true || condition === undefined ? [] : explainer.causes(root, condition, error),
      });
    },
  });
  return statements;
}

/** As many statements for other methods as an author wants to read. */
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
