/**
 * Compiles calls: declared functions, built-in functions, document lookups, namespace functions and
 * methods.
 */

import { matchingCost } from '@savepoint/server/rules/regular-expression';
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { callOverload } from '../runtime/builtin.ts';
import { CONVERSIONS } from '../runtime/conversion.ts';
import type { Evaluation, LookupFunction } from '../runtime/evaluation.ts';
import { argumentCountError, argumentError, functionNotFoundError } from '../runtime/evaluation-error.ts';
import { toTextProto } from '../runtime/expression-value.ts';
import { callMethod } from '../runtime/methods.ts';
import { NAMESPACES } from '../runtime/namespaces.ts';
import { crossServiceLookup, type RulesService } from '../runtime/rules-service.ts';
import { RulesError, RulesPath, type RulesResult, type RulesValue } from '../runtime/value.ts';
import { valueCost } from '../runtime/value-cost.ts';
import { type Environment, isVariable } from '../syntax/scope.ts';
import type { Call, Expression, FunctionDeclaration, MethodCall } from '../syntax/syntax.ts';
import {
  type CompiledExpression,
  type ExpressionCompiler,
  isNamespace,
  withLocation,
} from './compiled-expression.ts';

const LOOKUPS: ReadonlyMap<string, LookupFunction> = new Map([
  ['get', 'get'],
  ['exists', 'exists'],
  ['getAfter', 'getAfter'],
  ['existsAfter', 'existsAfter'],
]);

/**
 * True for the name of a built-in function of a service, including document lookups and `debug`.
 */
export function isBuiltinFunction(name: string, service: RulesService): boolean {
  return lookupFunction(name, service) !== undefined || CONVERSIONS.has(name) || name === 'debug';
}

/**
 * The document lookup with this name. In Storage rules, `firestore.get` and `firestore.exists` take
 * its place.
 */
function lookupFunction(name: string, service: RulesService): LookupFunction | undefined {
  return service === 'cloud.firestore' ? LOOKUPS.get(name) : undefined;
}

/** The methods of `string` whose first argument is a regular expression. */
const PATTERN_METHODS: ReadonlySet<string> = new Set(['matches', 'replace', 'split']);

type Apply = (args: readonly RulesValue[], evaluation: Evaluation) => RulesResult;

/** Compiles `name(args)`. */
export function compileCall(
  node: Call,
  environment: Environment,
  compiler: ExpressionCompiler,
): CompiledExpression {
  const args = node.args.map((argument) => compiler.compile(argument, environment));
  const declared = environment.scope.findFunction(node.name.text);
  if (declared !== undefined) {
    return compileDeclaredCall(node, args, declared.declaration, () =>
      compiler.compileFunctionBody(declared.declaration, { scope: declared.scope, locals: new Map() }),
    );
  }
  return compileStrictCall(args, builtinFunction(node, compiler.service), node.location, 1);
}

function builtinFunction(node: Call, service: RulesService): Apply {
  const name = node.name.text;
  const lookup = lookupFunction(name, service);
  if (lookup !== undefined) return (args, evaluation) => callLookup(lookup, args, evaluation, node);
  const conversion = CONVERSIONS.get(name);
  if (conversion !== undefined) return (args) => callOverload(name, conversion, undefined, args);
  return name === 'debug' ? callDebug : () => functionNotFoundError(name);
}

function callLookup(
  name: LookupFunction,
  args: readonly RulesValue[],
  evaluation: Evaluation,
  at: SourceRange,
): RulesResult {
  const [path = null] = args;
  if (args.length !== 1) return argumentCountError(args.length, [`${name}(path)`]);
  return path instanceof RulesPath
    ? evaluation.lookups.call(name, path, at)
    : argumentError(name, args, 'path');
}

/** Logs its argument in protobuf text format and returns it. */
function callDebug(args: readonly RulesValue[], evaluation: Evaluation): RulesResult {
  const [value = null] = args;
  if (args.length !== 1) return argumentCountError(args.length, ['debug(any)']);
  evaluation.onDebug?.(toTextProto(value));
  return value;
}

/** Compiles a call that evaluates all arguments first; the first error among them is the result. */
function compileStrictCall(
  args: readonly CompiledExpression[],
  apply: Apply,
  location: SourceRange,
  ownCost: number,
): CompiledExpression {
  return {
    cost: args.reduce((sum, arg) => sum + arg.cost, ownCost),
    evaluate: (evaluation, locals) => {
      const results: RulesValue[] = [];
      let failure: RulesError | undefined;
      for (const arg of args) {
        const result = arg.evaluate(evaluation, locals);
        if (result instanceof RulesError) failure ??= result;
        else results.push(result);
      }
      if (failure !== undefined) return failure;
      for (const result of results) evaluation.chargeValues(valueCost(result));
      const value = apply(results, evaluation);
      if (!(value instanceof RulesError)) evaluation.chargeValues(valueCost(value));
      return withLocation(value, location);
    },
  };
}

/**
 * Compiles a call of a declared function. An argument that is an error surfaces only if the
 * function reads it.
 */
function compileDeclaredCall(
  node: Call,
  args: readonly CompiledExpression[],
  declaration: FunctionDeclaration,
  compileBody: () => CompiledExpression,
): CompiledExpression {
  const cost = args.reduce((sum, arg) => sum + arg.cost, 1);
  const expected = declaration.parameters.length;
  if (args.length !== expected) {
    const signature = `${declaration.name.text}(${declaration.parameters.map(({ text }) => text).join(', ')})`;
    return {
      cost,
      evaluate: () => withLocation(argumentCountError(args.length, [signature]), node.location),
    };
  }
  const body = compileBody();
  const run = body.evaluate;
  return {
    cost,
    evaluate: (evaluation, locals) => {
      const bound: RulesResult[] = [];
      for (const arg of args) bound.push(arg.evaluate(evaluation, locals));
      evaluation.charge(body.cost);
      return run(evaluation, bound);
    },
  };
}

/** Compiles `receiver.name(args)`, where the receiver may be a namespace. */
export function compileMethodCall(
  node: MethodCall,
  environment: Environment,
  compiler: ExpressionCompiler,
): CompiledExpression {
  const compile = (expression: Expression): CompiledExpression => compiler.compile(expression, environment);
  const method = node.name.text;
  if (node.receiver.kind === 'identifier' && isNamespace(node.receiver.name)) {
    const qualified = `${node.receiver.name}.${method}`;
    const overloads = NAMESPACES.get(node.receiver.name)?.get(method);
    const apply: Apply =
      overloads === undefined
        ? () => functionNotFoundError(qualified)
        : (args) => callOverload(qualified, overloads, undefined, args);
    return compileStrictCall(node.args.map(compile), apply, node.location, 2);
  }
  const lookup = crossServiceLookup(node, compiler.service, (name) => isVariable(name, environment));
  if (lookup !== undefined) {
    return compileStrictCall(
      node.args.map(compile),
      (args, evaluation) => callLookup(lookup, args, evaluation, node),
      node.location,
      2,
    );
  }
  const apply: Apply = ([receiver = null, ...args], evaluation) => {
    const [pattern] = args;
    if (PATTERN_METHODS.has(method) && typeof receiver === 'string' && typeof pattern === 'string') {
      evaluation.chargeValues(matchingCost(pattern, receiver, method !== 'matches'));
    }
    return callMethod(receiver, method, args);
  };
  return compileStrictCall([node.receiver, ...node.args].map(compile), apply, node.location, 1);
}
