/**
 * Compiles expressions to closures. Names, overloads and costs are resolved once, at compile time.
 * The cost of an expression is charged where evaluation branches, before the branch is taken, so
 * that straight-line code does not count every node.
 */
import type { Environment } from '../syntax/scope.ts';
import type { Expression } from '../syntax/syntax.ts';
import { type CompiledExpression, type ExpressionCompiler } from './compiled-expression.ts';
/** Compiles one expression; its children are compiled by `compiler`, which may instrument them. */
export declare function compileNode(node: Expression, environment: Environment, compiler: ExpressionCompiler): CompiledExpression;
