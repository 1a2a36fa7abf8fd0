/**
 * Explains why a rule did not grant access: evaluates it again, and finds the innermost expressions
 * that made it false or an error.
 */
import { type TraceNode as Node, TraceRecorder } from '@savepoint/server/rules/evaluation-trace';
import {
  type AllowExplanation,
  type CauseExplanation,
  mostTellingFirst,
  type OperandExplanation,
  singleLine,
} from '@savepoint/server/rules/explanation';
import type { SourceRange, SourceText } from '@savepoint/server/rules/source-text';
import { isConstant } from '../compile/compile-expression.ts';
import type { CompiledRules } from '../compile/compile-tree.ts';
import type { RuleOutcome } from '../evaluate/place.ts';
import { formatValue } from '../runtime/format-value.ts';
import { RulesError } from '../runtime/rules-error.ts';
import { OBJECT, Snapshot } from '../runtime/snapshot.ts';
import type { RulesValue } from '../runtime/value.ts';
import { type Rule, ruleName } from '../syntax/rule-tree.ts';
import type { Expression } from '../syntax/syntax.ts';

type TraceNode = Node<RulesValue | RulesError>;

const MAXIMUM_CAUSES = 4;
const MAXIMUM_OPERANDS = 6;

/** Explains the outcome of one rule. */
export function explainRule(
  { compiled, repeat }: RuleOutcome,
  { expressions }: CompiledRules,
  source: SourceText,
): AllowExplanation {
  const { rule, line, column } = compiled;
  const recorder = new TraceRecorder<RulesValue | RulesError>(
    (id, parent) => expressions[id]?.parent === parent,
  );
  const result = repeat(recorder);
  const trace = recorder.takeRoots().at(-1);
  const explainer = new RuleExplainer(rule, (id) => expressions[id]?.node, source);
  return {
    rule: ruleName(rule),
    line,
    column,
    condition: singleLine(rule.text),
    outcome: result === true ? 'granted' : result === false ? 'false' : 'error',
    causes: result === true ? [] : mostTellingFirst(explainer.causes(trace, result)),
  };
}

class RuleExplainer {
  readonly #rule: Rule;
  readonly #expressionOf: (id: number) => Expression | undefined;
  readonly #source: SourceText;

  constructor(rule: Rule, expressionOf: (id: number) => Expression | undefined, source: SourceText) {
    this.#rule = rule;
    this.#expressionOf = expressionOf;
    this.#source = source;
  }

  causes(root: TraceNode | undefined, result: false | RulesError): readonly CauseExplanation[] {
    if (root === undefined) return [this.#cause(this.#rule.expression, result, [])];
    return this.#rootCauses(root)
      .slice(0, MAXIMUM_CAUSES)
      .map((node) => this.#cause(this.#expression(node), node.value, this.#operands(node)));
  }

  #expression({ id }: TraceNode): Expression {
    const expression = this.#expressionOf(id);
    if (expression === undefined) throw new Error(`A trace names the unknown expression ${id}.`);
    return expression;
  }

  #rootCauses(node: TraceNode): readonly TraceNode[] {
    const expression = this.#expression(node);
    if (node.value instanceof RulesError) {
      const origin = node.children.find(({ value }) => value === node.value);
      return origin === undefined ? [node] : this.#rootCauses(origin);
    }
    const last = node.children.at(-1);
    if (node.value !== false || last?.value !== false) return [node];
    if (expression.kind === 'ternary') return this.#rootCauses(last);
    if (expression.kind !== 'binary') return [node];
    // Either operand of `||` would have granted access, so both are causes; `&&` ends at the first.
    if (expression.operator === '||') return node.children.flatMap((child) => this.#rootCauses(child));
    return expression.operator === '&&' ? this.#rootCauses(last) : [node];
  }

  /** The values from which an expression was computed. */
  #operands(node: TraceNode): readonly OperandExplanation[] {
    const isUnary = this.#expression(node).kind === 'unary';
    const direct = node.children.flatMap((child) => {
      const isDetail = isUnary || this.#expression(child).kind === 'call';
      return isDetail ? [child, ...child.children] : [child];
    });
    const operands: OperandExplanation[] = [];
    const idle: OperandExplanation[] = [];
    for (const each of direct.length === 0 ? [node] : direct) {
      const expression = this.#expression(each);
      const isCause = each.value instanceof RulesError && each.value === node.value;
      const isIdle = each.value instanceof Snapshot && expression.kind === 'variable';
      if (isConstant(expression) || isCause || operands.length === MAXIMUM_OPERANDS) continue;
      (isIdle ? idle : operands).push(this.#operand(expression, each.value));
    }
    // For `newData.isNumber()`, the receiver is the only operand.
    return operands.length === 0 ? idle : operands;
  }

  #operand(expression: Expression, value: RulesValue | RulesError): OperandExplanation {
    return {
      source: this.#text(expression),
      ...this.#position(expression),
      type: typeOf(value),
      value: formatValue(value),
    };
  }

  #cause(
    expression: Expression,
    result: RulesValue | RulesError,
    operands: readonly OperandExplanation[],
  ): CauseExplanation {
    return {
      source: this.#text(expression),
      ...this.#position(expression),
      result: result instanceof RulesError ? result.message : formatValue(result),
      operands,
    };
  }

  #text({ start, end }: SourceRange): string {
    return singleLine(this.#rule.text.slice(start, end));
  }

  #position(range: SourceRange): { line: number; column: number } {
    const { line, column } = this.#source.position(this.#rule.range(range));
    return { line, column };
  }
}

function typeOf(value: RulesValue | RulesError): string {
  if (value instanceof RulesError) return 'error';
  if (value instanceof Snapshot) return 'snapshot';
  return value === null ? 'null' : value === OBJECT ? 'object' : typeof value;
}
