/**
 * Evaluates the conditions of a decision again, recording every expression, to explain the result.
 */
import { type Explanation } from '@savepoint/server/rules/explanation';
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { CompiledRules } from '../compile/ruleset-compiler.ts';
import { type EvaluationContext, type RulesOperation } from '../evaluate/evaluate-allow-statements.ts';
/**
 * Explains the decision on a request. `context` is the evaluation that decided it; undefined when
 * the query has too many disjuncts, or none, to be evaluated.
 */
export declare function explainDecision(rules: CompiledRules, source: SourceText, request: RulesOperation, context: EvaluationContext | undefined): Explanation;
