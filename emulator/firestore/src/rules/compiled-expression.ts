/** What the parts of the expression compiler share: the shape of compiled code and the way errors get their place. */
import type { Evaluation } from './evaluation.ts';
import { NAMESPACES } from './namespaces.ts';
import type { Environment } from './scope.ts';
import type { SourceRange } from './source-text.ts';
import type { Expression, FunctionDeclaration } from './syntax.ts';
import { RulesError, type RulesResult } from './value.ts';

/** Runs in an evaluation, with the values of the enclosing function's parameters and bindings. */
export type Evaluator = (evaluation: Evaluation, locals: RulesResult[]) => RulesResult;

export interface CompiledExpression {
  readonly evaluate: Evaluator;
  /** Expressions that are evaluated whenever this one is. */
  readonly cost: number;
}

/** What the parts of the compiler share. */
export interface ExpressionCompiler {
  compile(node: Expression, names: Environment): CompiledExpression;
  /** The body of a function, compiled once. */
  compileFunctionBody(declaration: FunctionDeclaration, names: Environment): CompiledExpression;
}

/** Gives an error the place where it arose, unless it already has one. */
export function withLocation(result: RulesResult, at: SourceRange): RulesResult {
  if (result instanceof RulesError && result.location === undefined) result.location = at;
  return result;
}

/** Is a name a namespace? The checker lets nothing else have such a name. */
export function isNamespace(name: string): boolean {
  return NAMESPACES.has(name);
}
