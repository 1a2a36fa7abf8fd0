/**
 * Finds the root causes of a condition that did not grant: the innermost expressions that made it
 * false or an error.
 */

import type { TraceNode as Node } from '@savepoint/server/rules/evaluation-trace';
import {
  type CauseExplanation,
  type OperandExplanation,
  singleLine,
} from '@savepoint/server/rules/explanation';
import type { SourceRange, SourceText } from '@savepoint/server/rules/source-text';
import type { InstrumentedExpressions } from '../compile/ruleset-compiler.ts';
import { formatValue } from '../runtime/expression-value.ts';
import { RulesError, RulesPath, type RulesResult } from '../runtime/value.ts';
import { typeName } from '../runtime/value-equality.ts';
import { childrenOf, type Expression, type FunctionDeclaration } from '../syntax/syntax.ts';

type TraceNode = Node<RulesResult>;

const MAXIMUM_CAUSES = 4;
const MAXIMUM_OPERANDS = 6;

/** The access calls that read a document, and the calls that test whether it exists. */
const LOOKUP_TESTS: ReadonlyMap<string, string> = new Map([
  ['get', 'exists'],
  ['getAfter', 'existsAfter'],
  ['firestore.get', 'firestore.exists'],
]);
/** The segments `databases`, the database and `documents` of a path. */
const DOCUMENTS_DEPTH = 3;

/** An expression without surrounding parentheses, which are not instrumented. */
function withoutParentheses(expression: Expression): Expression {
  return expression.kind === 'parenthesized' ? withoutParentheses(expression.inner) : expression;
}

/** True for a constant expression, whose value is evident from the source. */
function isConstant(expression: Expression): boolean {
  const { kind } = expression;
  const isLiteral = kind === 'literal' || kind === 'list' || kind === 'map' || kind === 'parenthesized';
  return isLiteral && childrenOf(expression).every(isConstant);
}

/** Explains conditions of one ruleset. */
export class ConditionExplainer {
  readonly #instrumented: InstrumentedExpressions;
  readonly #source: SourceText;
  readonly #isList: boolean;

  constructor(instrumented: InstrumentedExpressions, source: SourceText, isList: boolean) {
    this.#instrumented = instrumented;
    this.#source = source;
    this.#isList = isList;
  }

  /** The root causes of a condition's result. `error` is the allow statement's error, if any. */
  causes(
    root: TraceNode | undefined,
    condition: Expression,
    error: RulesError | undefined,
  ): CauseExplanation[] {
    if (root === undefined) return [this.#cause(condition, error ?? false, [], undefined)];
    const nodes = this.#rootCauses(root).slice(0, MAXIMUM_CAUSES);
    return nodes.map((node) => {
      const result =
        node.value === false || node.value instanceof RulesError ? node.value : (error ?? node.value);
      return this.#cause(this.#expression(node), result, this.#operands(node), this.#missingDocument(node));
    });
  }

  #expression(node: TraceNode): Expression {
    const expression = this.#instrumented.expressions[node.id];
    if (expression === undefined) throw new Error(`A trace names the unknown expression ${node.id}.`);
    return expression;
  }

  /** The innermost nodes that caused a node to be false or an error. */
  #rootCauses(node: TraceNode): readonly TraceNode[] {
    const expression = this.#expression(node);
    const isFailed = node.value === false || node.value instanceof RulesError;
    // Either operand of `||` would have granted, so both are causes.
    if (
      isFailed &&
      expression.kind === 'binary' &&
      expression.operator === '||' &&
      node.children.length > 0
    ) {
      return node.children.flatMap((child) => this.#rootCauses(child));
    }
    if (node.value instanceof RulesError) {
      const origin = node.children.find(({ value }) => value === node.value);
      return origin === undefined ? [node] : this.#rootCauses(origin);
    }
    const last = node.children.at(-1);
    if (node.value !== false || last === undefined) return [node];
    if (expression.kind === 'binary' && expression.operator === '&&') {
      const deciding = node.children.find(({ value }) => value === false);
      return deciding === undefined ? [node] : this.#rootCauses(deciding);
    }
    if (last.value !== false) return [node];
    if (expression.kind === 'ternary') return this.#rootCauses(last);
    const callee = this.#instrumented.callees.get(node.id);
    if (callee === undefined) return [node];
    return this.#rootCauses(last).flatMap((cause) => this.#resolveBinding(node, callee, cause));
  }

  /**
   * Replaces a cause that is a parameter or `let` variable of a called function with the causes of
   * its value.
   */
  #resolveBinding(call: TraceNode, callee: FunctionDeclaration, cause: TraceNode): readonly TraceNode[] {
    const causeExpression = this.#expression(cause);
    const callExpression = this.#expression(call);
    if (causeExpression.kind !== 'identifier' || callExpression.kind !== 'call') return [cause];
    if (this.#functionOf(cause.id) !== callee) return [cause];
    const { name } = causeExpression;
    const slot = callee.parameters.findIndex(({ text }) => text === name);
    const bound =
      callExpression.args[slot] ?? callee.bindings.find((binding) => binding.name.text === name)?.value;
    const origin = call.children.find(
      (child) => bound !== undefined && this.#expression(child) === withoutParentheses(bound),
    );
    return origin === undefined ? [cause] : this.#rootCauses(origin);
  }

  /** The function whose body contains an expression. */
  #functionOf(id: number): FunctionDeclaration | undefined {
    const parent = this.#instrumented.parents[id];
    return typeof parent === 'number' ? this.#functionOf(parent) : parent;
  }

  /** The values from which an expression was computed; for a unary operator, also its operand's. */
  #operands(node: TraceNode): OperandExplanation[] {
    const expression = this.#expression(node);
    const direct = node.children.flatMap((child) => {
      const inner = this.#expression(child);
      const isDetail =
        expression.kind === 'unary' || (inner.kind === 'methodCall' && child.children.length > 0);
      return isDetail ? [child, ...child.children] : [child];
    });
    const operands: OperandExplanation[] = [];
    for (const { id, value } of direct.length === 0 ? [node] : direct) {
      const operand = this.#instrumented.expressions[id];
      if (operand === undefined || operands.length === MAXIMUM_OPERANDS) break;
      if (isConstant(operand)) continue;
      if (value === node.value && value instanceof RulesError) continue;
      operands.push(this.#operand(operand, value));
    }
    return operands;
  }

  #operand(operand: Expression, value: RulesResult): OperandExplanation {
    return {
      source: singleLine(this.#source.slice(operand)),
      ...this.#lineAndColumn(operand),
      type: value instanceof RulesError ? 'error' : typeName(value),
      value: formatValue(value),
    };
  }

  #lineAndColumn(range: SourceRange): { line: number; column: number } {
    return { line: this.#source.lineAt(range.start), column: this.#source.columnAt(range.start) };
  }

  /** A hint for an error that is caused by a nonexistent document. */
  #missingDocument(node: TraceNode): string | undefined {
    if (!(node.value instanceof RulesError)) return undefined;
    for (const child of node.children) {
      if (child.value !== null) continue;
      const expression = this.#expression(child);
      if (expression.kind === 'identifier' && expression.name === 'resource' && !this.#isList) {
        return 'the document does not exist, so resource is null';
      }
      const lookup = LOOKUP_TESTS.get(lookupName(expression) ?? '');
      const path = child.children.at(-1)?.value;
      if (lookup !== undefined && path instanceof RulesPath) {
        const document = path.segments.slice(DOCUMENTS_DEPTH).join('/');
        return `${document} does not exist: create it, or test ${lookup}() before`;
      }
    }
    return undefined;
  }

  #cause(
    expression: Expression,
    result: RulesResult,
    operands: OperandExplanation[],
    missingDocument: string | undefined,
  ): CauseExplanation {
    const text = result instanceof RulesError ? result.message.replaceAll(/\s+/g, ' ') : formatValue(result);
    const queryHint = this.#isList && result instanceof RulesError ? listHint(result, operands) : undefined;
    const hint = missingDocument ?? queryHint;
    return {
      source: singleLine(this.#source.slice(expression)),
      ...this.#lineAndColumn(expression),
      result: text,
      operands,
      ...(hint === undefined ? {} : { hint }),
    };
  }
}

/** The name of the function that an expression calls, if it could be an access call. */
function lookupName(expression: Expression): string | undefined {
  if (expression.kind === 'call') return expression.name.text;
  const isFirestore =
    expression.kind === 'methodCall' &&
    expression.receiver.kind === 'identifier' &&
    expression.receiver.name === 'firestore';
  return isFirestore ? `firestore.${expression.name.text}` : undefined;
}

/** A hint for the author of a query that the rules deny. */
function listHint({ message }: RulesError, operands: readonly OperandExplanation[]): string | undefined {
  const field = /^Property (.+) is undefined on object\.$/.exec(message)?.[1];
  if (field !== undefined) return `rules are not filters: the query has no filter on '${field}'`;
  if (message === 'Null value error.') return 'a query does not determine the id of the document';
  if (message.startsWith('Query constraint error.'))
    return 'a filter that implies the condition would prove it';
  if (operands.some(({ type }) => type === 'constraint')) {
    return 'only an equality filter fixes the value of a field; other filters prove comparisons, `in` and hasAny()';
  }
  return undefined;
}
