/** The interface between the parts of the expression compiler. */

import type { SourceRange } from '@savepoint/server/rules/source-text';
import type { Evaluation } from '../runtime/evaluation.ts';
import { NAMESPACES } from '../runtime/namespaces.ts';
import type { RulesService } from '../runtime/rules-service.ts';
import { RulesError, type RulesResult } from '../runtime/value.ts';
import type { Environment } from '../syntax/scope.ts';
import type { Expression, FunctionDeclaration } from '../syntax/syntax.ts';

/**
 * Evaluates an expression. `locals` are the values of the parameters and `let` variables of the
 * enclosing function.
 */
type Evaluator = (evaluation: Evaluation, locals: RulesResult[]) => RulesResult;

/** An expression compiled to a closure. */
export interface CompiledExpression {
  readonly evaluate: Evaluator;
  /**
   * The number of expressions that are always evaluated together with this one, including itself.
   */
  readonly cost: number;
}

/** Compiles the children of an expression; may instrument them. */
export interface ExpressionCompiler {
  /** The service whose rules are compiled. It determines the available document lookups. */
  readonly service: RulesService;
  compile(node: Expression, environment: Environment): CompiledExpression;
  /** Compiles the body of a function once, regardless of the number of calls. */
  compileFunctionBody(declaration: FunctionDeclaration, environment: Environment): CompiledExpression;
}

/** Sets the location of an error, unless it already has one. */
export function withLocation(result: RulesResult, at: SourceRange): RulesResult {
  if (result instanceof RulesError && result.location === undefined) result.location = at;
  return result;
}

/**
 * True for the name of a namespace, such as `math`. The checker rejects variables with such a name.
 */
export function isNamespace(name: string): boolean {
  return NAMESPACES.has(name);
}
