/** Calls as closures: user functions, built-in functions, lookups, namespaces and methods. */
import { callOverload } from './builtin.ts';
import {
  type CompiledExpression,
  type ExpressionCompiler,
  isNamespace,
  withLocation,
} from './compiled-expression.ts';
import { CONVERSIONS } from './conversion.ts';
import type { Evaluation, LookupFunction } from './evaluation.ts';
import { argumentCountError, argumentError, functionNotFoundError } from './evaluation-error.ts';
import { toTextProto } from './expression-value.ts';
import { callMethod } from './methods.ts';
import { NAMESPACES } from './namespaces.ts';
import type { Environment } from './scope.ts';
import type { SourceRange } from './source-text.ts';
import type { Call, Expression, FunctionDeclaration, MethodCall } from './syntax.ts';
import { RulesError, RulesPath, type RulesResult, type RulesValue } from './value.ts';

const LOOKUPS: ReadonlyMap<string, LookupFunction> = new Map([
  ['get', 'get'],
  ['exists', 'exists'],
  ['getAfter', 'getAfter'],
  ['existsAfter', 'existsAfter'],
]);

/** Is a name a built-in function, lookups and `debug` included? */
export function isBuiltinFunction(name: string): boolean {
  return LOOKUPS.has(name) || CONVERSIONS.has(name) || name === 'debug';
}

type Apply = (values: readonly RulesValue[], evaluation: Evaluation) => RulesResult;

/** `name(parameters)` */
export function compileCall(
  node: Call,
  names: Environment,
  compiler: ExpressionCompiler,
): CompiledExpression {
  const values = node.args.map((parameter) => compiler.compile(parameter, names));
  const user = names.scope.findFunction(node.name.text);
  if (user !== undefined) {
    return compileUserCall(node, values, user.declaration, () =>
      compiler.compileFunctionBody(user.declaration, { scope: user.scope, locals: new Map() }),
    );
  }
  return compileStrictCall(values, builtinFunction(node.name.text), node.location, 1);
}

function builtinFunction(name: string): Apply {
  const lookup = LOOKUPS.get(name);
  if (lookup !== undefined) return (values, evaluation) => callLookup(lookup, values, evaluation);
  const conversion = CONVERSIONS.get(name);
  if (conversion !== undefined) return (values) => callOverload(name, conversion, undefined, values);
  return name === 'debug' ? callDebug : () => functionNotFoundError(name);
}

function callLookup(
  name: LookupFunction,
  values: readonly RulesValue[],
  evaluation: Evaluation,
): RulesResult {
  const [path = null] = values;
  if (values.length !== 1) return argumentCountError(values.length, [`${name}(path)`]);
  return path instanceof RulesPath
    ? evaluation.lookups.call(name, path)
    : argumentError(name, values, 'path');
}

/** Logs its argument and gives it back. */
function callDebug(values: readonly RulesValue[], evaluation: Evaluation): RulesResult {
  const [value = null] = values;
  if (values.length !== 1) return argumentCountError(values.length, ['debug(any)']);
  evaluation.onDebug?.(toTextProto(value));
  return value;
}

/** Evaluates all values, then applies: the first error in order is the result. */
function compileStrictCall(
  values: readonly CompiledExpression[],
  apply: Apply,
  location: SourceRange,
  ownCost: number,
): CompiledExpression {
  return {
    cost: values.reduce((sum, value) => sum + value.cost, ownCost),
    evaluate: (evaluation, locals) => {
      const results: RulesValue[] = [];
      let failure: RulesError | undefined;
      for (const value of values) {
        const result = value.evaluate(evaluation, locals);
        if (result instanceof RulesError) failure ??= result;
        else results.push(result);
      }
      return failure ?? withLocation(apply(results, evaluation), location);
    },
  };
}

/** A call of a declared function. An argument that is an error is bound as one and surfaces where it is read. */
function compileUserCall(
  node: Call,
  values: readonly CompiledExpression[],
  declaration: FunctionDeclaration,
  bodyOf: () => CompiledExpression,
): CompiledExpression {
  const cost = values.reduce((sum, value) => sum + value.cost, 1);
  const expected = declaration.parameters.length;
  if (values.length !== expected) {
    const signature = `${declaration.name.text}(${declaration.parameters.map(({ text }) => text).join(', ')})`;
    return {
      cost,
      evaluate: () => withLocation(argumentCountError(values.length, [signature]), node.location),
    };
  }
  const body = bodyOf();
  const run = body.evaluate;
  return {
    cost,
    evaluate: (evaluation, locals) => {
      const bound: RulesResult[] = [];
      for (const value of values) bound.push(value.evaluate(evaluation, locals));
      evaluation.charge(body.cost);
      return run(evaluation, bound);
    },
  };
}

/** `receiver.name(parameters)`, where the receiver may be a namespace. */
export function compileMethodCall(
  node: MethodCall,
  names: Environment,
  compiler: ExpressionCompiler,
): CompiledExpression {
  const compile = (expression: Expression): CompiledExpression => compiler.compile(expression, names);
  const method = node.name.text;
  if (node.receiver.kind === 'identifier' && isNamespace(node.receiver.name)) {
    const qualified = `${node.receiver.name}.${method}`;
    const overloads = NAMESPACES.get(node.receiver.name)?.get(method);
    const apply: Apply =
      overloads === undefined
        ? () => functionNotFoundError(qualified)
        : (values) => callOverload(qualified, overloads, undefined, values);
    return compileStrictCall(node.args.map(compile), apply, node.location, 2);
  }
  const apply: Apply = ([receiver = null, ...values]) => callMethod(receiver, method, values);
  return compileStrictCall([node.receiver, ...node.args].map(compile), apply, node.location, 1);
}
