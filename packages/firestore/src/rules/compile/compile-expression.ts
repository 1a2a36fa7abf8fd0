/**
 * Compiles expressions to closures. Names, overloads and costs are resolved once, at compile time.
 * The cost of an expression is charged before a branch is taken, so that straight-line code need
 * not count every node.
 */

import type { SourceRange } from '@savepoint/server/rules/source-text';
import { typeError } from '../runtime/evaluation-error.ts';
import { isOfType, negate, not, OPERATIONS, type Operation } from '../runtime/operator.ts';
import { getIndex, getMember, getSlice } from '../runtime/subscript.ts';
import { LiteralMap, RulesError, type RulesResult, type RulesValue } from '../runtime/value.ts';
import { valueCost } from '../runtime/value-cost.ts';
import type { Environment } from '../syntax/scope.ts';
import type { Binary, Expression, Identifier, ListLiteral, MapLiteral, Ternary } from '../syntax/syntax.ts';
import { compileCall, compileMethodCall } from './compile-call.ts';
import { compilePath } from './compile-path.ts';
import { type CompiledExpression, type ExpressionCompiler, withLocation } from './compiled-expression.ts';

/** Compiles one expression; its children are compiled by `compiler`, which may instrument them. */
export function compileNode(
  node: Expression,
  environment: Environment,
  compiler: ExpressionCompiler,
): CompiledExpression {
  const child = (expression: Expression): CompiledExpression => compiler.compile(expression, environment);
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return { cost: 1, evaluate: () => value };
    }
    case 'identifier':
      return compileIdentifier(node, environment);
    case 'parenthesized':
      return child(node.inner);
    case 'member':
      return compileMember(child(node.object), node.name.text, node.location);
    case 'index':
      return compileBinaryOperation(child(node.object), child(node.key), getIndex, node.location);
    case 'slice':
      return compileSlice(child(node.object), child(node.from), node.to && child(node.to), node.location);
    case 'call':
      return compileCall(node, environment, compiler);
    case 'methodCall':
      return compileMethodCall(node, environment, compiler);
    case 'unary':
      return compileUnaryOperation(
        child(node.operand),
        node.operator === '!' ? not : negate,
        node.location,
        1,
      );
    case 'is': {
      const type = node.type.text;
      return compileUnaryOperation(child(node.operand), (value) => isOfType(value, type), node.location, 2);
    }
    case 'binary':
      return compileBinary(node, child(node.left), child(node.right));
    case 'ternary':
      return compileTernary(node, child(node.condition), child(node.whenTrue), child(node.whenFalse));
    case 'list':
      return compileList(node, child);
    case 'map':
      return compileMap(node, child);
    case 'path':
      return compilePath(node, child);
  }
}

function compileIdentifier(
  { name, location }: Identifier,
  { locals, scope }: Environment,
): CompiledExpression {
  const slot = locals.get(name);
  const notFound = (): RulesResult => new RulesError(`Variable not found error: Name: [${name}].`, location);
  if (slot !== undefined) return { cost: 1, evaluate: (_, values) => values[slot] ?? null };
  const wildcard = scope.findWildcard(name);
  if (wildcard !== undefined)
    return {
      cost: 1,
      evaluate: (evaluation) => withLocation(evaluation.wildcardValues[wildcard] ?? null, location),
    };
  if (name === 'request') return { cost: 1, evaluate: (evaluation) => evaluation.request };
  if (name === 'resource') return { cost: 1, evaluate: (evaluation) => evaluation.resource };
  return { cost: 1, evaluate: notFound };
}

function compileMember(object: CompiledExpression, name: string, location: SourceRange): CompiledExpression {
  const { evaluate } = object;
  return {
    cost: 1 + object.cost,
    evaluate: (evaluation, locals) => {
      const value = evaluate(evaluation, locals);
      return value instanceof RulesError ? value : withLocation(getMember(value, name), location);
    },
  };
}

function compileUnaryOperation(
  operand: CompiledExpression,
  operation: (value: RulesValue) => RulesResult,
  location: SourceRange,
  cost: number,
): CompiledExpression {
  const { evaluate } = operand;
  return {
    cost: cost + operand.cost,
    evaluate: (evaluation, locals) => {
      const value = evaluate(evaluation, locals);
      return value instanceof RulesError ? value : withLocation(operation(value), location);
    },
  };
}

/** Evaluates both operands even when the first is an error; the first error is the result. */
function compileBinaryOperation(
  left: CompiledExpression,
  right: CompiledExpression,
  operation: Operation,
  location: SourceRange,
): CompiledExpression {
  const first = left.evaluate;
  const second = right.evaluate;
  return {
    cost: 1 + left.cost + right.cost,
    evaluate: (evaluation, locals) => {
      const a = first(evaluation, locals);
      const b = second(evaluation, locals);
      if (a instanceof RulesError) return a;
      if (b instanceof RulesError) return b;
      if (typeof a !== 'object' && typeof b !== 'object') {
        const result = operation(a, b);
        if (typeof result === 'boolean') return result;
        if (typeof result === 'string') evaluation.chargeValues(result.length);
        return withLocation(result, location);
      }
      // Comparing anything except a list with null is free.
      const isNullCheck = (b === null && !Array.isArray(a)) || (a === null && !Array.isArray(b));
      if (!isNullCheck) evaluation.chargeValues(valueCost(a) + valueCost(b));
      return withLocation(operation(a, b), location);
    },
  };
}

function compileSlice(
  object: CompiledExpression,
  from: CompiledExpression,
  to: CompiledExpression | undefined,
  location: SourceRange,
): CompiledExpression {
  return {
    cost: 1 + object.cost + from.cost + (to?.cost ?? 0),
    evaluate: (evaluation, locals) => {
      const value = object.evaluate(evaluation, locals);
      const start = from.evaluate(evaluation, locals);
      const end = to?.evaluate(evaluation, locals);
      if (value instanceof RulesError) return value;
      if (start instanceof RulesError) return start;
      evaluation.chargeValues(valueCost(value));
      return end instanceof RulesError ? end : withLocation(getSlice(value, start, end), location);
    },
  };
}

function compileBinary(
  node: Binary,
  left: CompiledExpression,
  right: CompiledExpression,
): CompiledExpression {
  if (node.operator === '&&') return compileLogical(node, left, right, false);
  if (node.operator === '||') return compileLogical(node, left, right, true);
  const operation = OPERATIONS[node.operator];
  if (node.operator !== 'in') return compileBinaryOperation(left, right, operation, node.location);
  // The collection is evaluated, and its errors are reported, before the element.
  return compileBinaryOperation(
    right,
    left,
    (collection, element) => operation(element, collection),
    node.location,
  );
}

/**
 * `&&` (`deciding` is false) and `||` (`deciding` is true). The right operand is evaluated unless
 * the left is the deciding value. A deciding value on either side absorbs an error on the other; of
 * two errors the left is the result.
 */
function compileLogical(
  node: Binary,
  left: CompiledExpression,
  right: CompiledExpression,
  deciding: boolean,
): CompiledExpression {
  const first = left.evaluate;
  const second = right.evaluate;
  const rightCost = 1 + right.cost;
  return {
    cost: 1 + left.cost,
    evaluate: (evaluation, locals) => {
      const a = first(evaluation, locals);
      if (a === deciding) return deciding;
      evaluation.charge(rightCost);
      const b = second(evaluation, locals);
      if (b === deciding) return deciding;
      if (a === !deciding) return typeof b === 'boolean' ? b : booleanError(b, node.right.location);
      return booleanError(a, node.left.location);
    },
  };
}

/** The error of an operand that is not a boolean: the operand itself, or a type error. */
function booleanError(value: RulesResult, at: SourceRange): RulesError {
  return value instanceof RulesError ? value : (withLocation(typeError(value, 'bool'), at) as RulesError);
}

function compileTernary(
  node: Ternary,
  condition: CompiledExpression,
  whenTrue: CompiledExpression,
  whenFalse: CompiledExpression,
): CompiledExpression {
  return {
    cost: 2 + condition.cost,
    evaluate: (evaluation, locals) => {
      const test = condition.evaluate(evaluation, locals);
      if (typeof test !== 'boolean') return booleanError(test, node.condition.location);
      evaluation.charge(test ? whenTrue.cost : 2 + whenFalse.cost);
      return test ? whenTrue.evaluate(evaluation, locals) : whenFalse.evaluate(evaluation, locals);
    },
  };
}

function compileList(
  node: ListLiteral,
  child: (expression: Expression) => CompiledExpression,
): CompiledExpression {
  const elements = node.elements.map(child);
  return {
    cost: elements.reduce((sum, element) => sum + element.cost, 1),
    evaluate: (evaluation, locals) => {
      const values: RulesValue[] = [];
      let failure: RulesError | undefined;
      for (const element of elements) {
        const value = element.evaluate(evaluation, locals);
        if (value instanceof RulesError) failure ??= value;
        else values.push(value);
      }
      return failure ?? values;
    },
  };
}

function compileMap(
  node: MapLiteral,
  child: (expression: Expression) => CompiledExpression,
): CompiledExpression {
  const entries = node.entries.map(({ key, value }) => ({
    key: child(key),
    value: child(value),
    at: key.location,
  }));
  return {
    cost: entries.reduce((sum, { key, value }) => sum + key.cost + value.cost, 1),
    evaluate: (evaluation, locals) => {
      const values = new Map<string, RulesValue>();
      let failure: RulesError | undefined;
      for (const entry of entries) {
        const key = entry.key.evaluate(evaluation, locals);
        const value = entry.value.evaluate(evaluation, locals);
        if (key instanceof RulesError) failure ??= key;
        else if (typeof key !== 'string')
          failure ??= withLocation(typeError(key, 'string'), entry.at) as RulesError;
        else if (value instanceof RulesError) failure ??= value;
        else values.set(key, value);
      }
      return failure ?? new LiteralMap(values);
    },
  };
}
