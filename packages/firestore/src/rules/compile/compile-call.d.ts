/**
 * Compiles calls: declared functions, built-in functions, document lookups, namespace functions and
 * methods.
 */
import { type RulesService } from '../runtime/rules-service.ts';
import { type Environment } from '../syntax/scope.ts';
import type { Call, MethodCall } from '../syntax/syntax.ts';
import { type CompiledExpression, type ExpressionCompiler } from './compiled-expression.ts';
/**
 * True for the name of a built-in function of a service, including document lookups and `debug`.
 */
export declare function isBuiltinFunction(name: string, service: RulesService): boolean;
/** Compiles `name(args)`. */
export declare function compileCall(node: Call, environment: Environment, compiler: ExpressionCompiler): CompiledExpression;
/** Compiles `receiver.name(args)`, where the receiver may be a namespace. */
export declare function compileMethodCall(node: MethodCall, environment: Environment, compiler: ExpressionCompiler): CompiledExpression;
