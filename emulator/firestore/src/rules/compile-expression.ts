/**
 * Expressions as closures. Names, overload tables and costs are settled here once; a decision runs closures
 * only. An evaluated expression costs its `cost`, which whoever decides to evaluate it charges first, so that
 * straight-line code pays no counter per node.
 */
import { compileCall, compileMethodCall } from './compile-call.ts';
import { compilePath } from './compile-path.ts';
import { type Compiled, type Compiler, located } from './compiled.ts';
import { typeError } from './failure.ts';
import { isOfType, negate, not, OPERATIONS, type Operation } from './operator.ts';
import type { Names } from './scope.ts';
import type { SourceRange } from './source-text.ts';
import { indexOf, memberOf, sliceOf } from './subscript.ts';
import type { Binary, Expression, Identifier, ListLiteral, MapLiteral, Ternary } from './syntax.ts';
import { LiteralMap, RulesError, type RulesResult, type RulesValue } from './value.ts';

/** Compiles one node; its children are compiled through `compiler`, which may watch them. */
export function compileNode(node: Expression, names: Names, compiler: Compiler): Compiled {
  const child = (expression: Expression): Compiled => compiler.compile(expression, names);
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return { cost: 1, evaluate: () => value };
    }
    case 'identifier':
      return compileIdentifier(node, names);
    case 'parenthesized':
      return child(node.inner);
    case 'member':
      return compileMember(child(node.object), node.name.text, node.anchor);
    case 'index':
      return pairwise(child(node.object), child(node.key), indexOf, node.anchor);
    case 'slice':
      return compileSlice(child(node.object), child(node.from), child(node.to), node.anchor);
    case 'call':
      return compileCall(node, names, compiler);
    case 'methodCall':
      return compileMethodCall(node, names, compiler);
    case 'unary':
      return single(child(node.operand), node.operator === '!' ? not : negate, node.anchor, 1);
    case 'is': {
      const type = node.type.text;
      return single(child(node.operand), (value) => isOfType(value, type), node.anchor, 2);
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

function compileIdentifier({ name, anchor }: Identifier, { locals, scope }: Names): Compiled {
  const local = locals.get(name);
  const absent = (): RulesResult => new RulesError(`Variable not found error: Name: [${name}].`, anchor);
  if (local !== undefined) return { cost: 1, evaluate: (_, values) => values[local] ?? null };
  const capture = scope.findCapture(name);
  if (capture !== undefined)
    return { cost: 1, evaluate: (evaluation) => located(evaluation.captures[capture] ?? null, anchor) };
  if (name === 'request') return { cost: 1, evaluate: (evaluation) => evaluation.request };
  if (name === 'resource') return { cost: 1, evaluate: (evaluation) => evaluation.resource };
  return { cost: 1, evaluate: absent };
}

function compileMember(object: Compiled, name: string, anchor: SourceRange): Compiled {
  const { evaluate } = object;
  return {
    cost: 1 + object.cost,
    evaluate: (evaluation, locals) => {
      const value = evaluate(evaluation, locals);
      return value instanceof RulesError ? value : located(memberOf(value, name), anchor);
    },
  };
}

function single(
  operand: Compiled,
  operation: (value: RulesValue) => RulesResult,
  anchor: SourceRange,
  cost: number,
): Compiled {
  const { evaluate } = operand;
  return {
    cost: cost + operand.cost,
    evaluate: (evaluation, locals) => {
      const value = evaluate(evaluation, locals);
      return value instanceof RulesError ? value : located(operation(value), anchor);
    },
  };
}

/** Both operands are evaluated even when the first is an error; the first error is the result. */
function pairwise(left: Compiled, right: Compiled, operation: Operation, anchor: SourceRange): Compiled {
  const first = left.evaluate;
  const second = right.evaluate;
  return {
    cost: 1 + left.cost + right.cost,
    evaluate: (evaluation, locals) => {
      const a = first(evaluation, locals);
      const b = second(evaluation, locals);
      if (a instanceof RulesError) return a;
      return b instanceof RulesError ? b : located(operation(a, b), anchor);
    },
  };
}

function compileSlice(object: Compiled, from: Compiled, to: Compiled, anchor: SourceRange): Compiled {
  return {
    cost: 1 + object.cost + from.cost + to.cost,
    evaluate: (evaluation, locals) => {
      const value = object.evaluate(evaluation, locals);
      const start = from.evaluate(evaluation, locals);
      const end = to.evaluate(evaluation, locals);
      if (value instanceof RulesError) return value;
      if (start instanceof RulesError) return start;
      return end instanceof RulesError ? end : located(sliceOf(value, start, end), anchor);
    },
  };
}

function compileBinary(node: Binary, left: Compiled, right: Compiled): Compiled {
  if (node.operator === '&&') return compileLogical(node, left, right, false);
  if (node.operator === '||') return compileLogical(node, left, right, true);
  const operation = OPERATIONS[node.operator];
  if (node.operator !== 'in') return pairwise(left, right, operation, node.anchor);
  // The collection is evaluated, and its errors are reported, before the element.
  return pairwise(right, left, (collection, element) => operation(element, collection), node.anchor);
}

/**
 * `&&` (decided by false) and `||` (decided by true). The right side runs unless the left decides; a deciding
 * value on either side absorbs an error on the other, and the left error is the one that remains.
 */
function compileLogical(node: Binary, left: Compiled, right: Compiled, deciding: boolean): Compiled {
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
      if (a === !deciding) return typeof b === 'boolean' ? b : booleanError(b, node.right.anchor);
      return booleanError(a, node.left.anchor);
    },
  };
}

/** What a non-boolean operand of a logical operator amounts to. */
function booleanError(value: RulesResult, at: SourceRange): RulesError {
  return value instanceof RulesError ? value : (located(typeError(value, 'bool'), at) as RulesError);
}

function compileTernary(
  node: Ternary,
  condition: Compiled,
  whenTrue: Compiled,
  whenFalse: Compiled,
): Compiled {
  return {
    cost: 2 + condition.cost,
    evaluate: (evaluation, locals) => {
      const test = condition.evaluate(evaluation, locals);
      if (typeof test !== 'boolean') return booleanError(test, node.condition.anchor);
      evaluation.charge(test ? whenTrue.cost : 2 + whenFalse.cost);
      return test ? whenTrue.evaluate(evaluation, locals) : whenFalse.evaluate(evaluation, locals);
    },
  };
}

function compileList(node: ListLiteral, child: (expression: Expression) => Compiled): Compiled {
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

function compileMap(node: MapLiteral, child: (expression: Expression) => Compiled): Compiled {
  const entries = node.entries.map(({ key, value }) => ({
    key: child(key),
    value: child(value),
    at: key.anchor,
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
          failure ??= located(typeError(key, 'string'), entry.at) as RulesError;
        else if (value instanceof RulesError) failure ??= value;
        else values.set(key, value);
      }
      return failure ?? new LiteralMap(values);
    },
  };
}
