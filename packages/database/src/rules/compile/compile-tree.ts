/** Compiles the tree of a checked rules file. */
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { Rule, RuleKind, RuleNode } from '../syntax/rule-tree.ts';
import { childrenOf, type Expression } from '../syntax/syntax.ts';
import { type Evaluator, ExpressionCompiler } from './compile-expression.ts';

/** A rule that can be evaluated. */
export interface CompiledRule {
  readonly rule: Rule;
  readonly evaluate: Evaluator;
  /** 1-based position of the expression in the file. */
  readonly line: number;
  readonly column: number;
}

/** A compiled node of the rules tree. */
export interface CompiledNode {
  readonly rules: Readonly<Partial<Record<RuleKind, CompiledRule>>>;
  readonly indexOn: ReadonlySet<string>;
  readonly children: ReadonlyMap<string, CompiledNode>;
  /** Applies to every key that is not in `children`. */
  readonly wildcard: CompiledNode | undefined;
  /** Whether this node or one below it has a `.validate`. */
  readonly validates: boolean;
}

/** An expression that reports its values. */
interface InstrumentedExpression {
  readonly rule: Rule;
  readonly node: Expression;
  /** The id of the enclosing expression; undefined for the root expression of a rule. */
  readonly parent: number | undefined;
}

/** A compiled tree. */
export interface CompiledRules {
  readonly root: CompiledNode;
  /** In the order of the file's nodes. */
  readonly rules: readonly CompiledRule[];
  /** By id. */
  readonly expressions: readonly InstrumentedExpression[];
  readonly ids: ReadonlyMap<Expression, number>;
  /** True if a `.read` depends on data; listeners are then judged again after each write. */
  readonly readsDependOnData: boolean;
}

/** Compiles rules without errors. */
export function compileTree(root: RuleNode, source: SourceText): CompiledRules {
  const compiler = new TreeCompiler(source);
  const node = compiler.node(root);
  const { rules, expressions, ids } = compiler;
  return {
    root: node,
    rules,
    expressions,
    ids,
    readsDependOnData: rules.some(({ rule }) => rule.kind === 'read' && mentionsData(rule.expression)),
  };
}

class TreeCompiler {
  readonly rules: CompiledRule[] = [];
  readonly expressions: InstrumentedExpression[] = [];
  readonly ids = new Map<Expression, number>();
  readonly #source: SourceText;

  constructor(source: SourceText) {
    this.#source = source;
  }

  node({ rules, indexOn, children, wildcard }: RuleNode): CompiledNode {
    const compiled: Partial<Record<RuleKind, CompiledRule>> = {};
    for (const rule of [rules.read, rules.write, rules.validate]) {
      if (rule !== undefined) compiled[rule.kind] = this.#rule(rule);
    }
    const below = new Map([...children].map(([key, child]) => [key, this.node(child)]));
    const other = wildcard === undefined ? undefined : this.node(wildcard);
    const validates =
      compiled.validate !== undefined ||
      other?.validates === true ||
      [...below.values()].some((child) => child.validates);
    return { rules: compiled, indexOn: new Set(indexOn), children: below, wildcard: other, validates };
  }

  #rule(rule: Rule): CompiledRule {
    const { line, column } = this.#source.position(rule.range(rule.expression));
    const identify = (node: Expression): number => this.#identify(rule, node);
    const evaluate = new ExpressionCompiler(rule.node.captures, identify).compile(rule.expression);
    const compiled = { rule, evaluate, line, column };
    this.rules.push(compiled);
    return compiled;
  }

  /** Children are compiled before their enclosing expression, which then becomes their parent. */
  #identify(rule: Rule, node: Expression): number {
    const id = this.expressions.push({ rule, node, parent: undefined }) - 1;
    this.ids.set(node, id);
    const adopt = (child: Expression): void => {
      const childId = this.ids.get(child);
      const known = childId === undefined ? undefined : this.expressions[childId];
      if (childId !== undefined && known !== undefined) this.expressions[childId] = { ...known, parent: id };
      else childrenOf(child).forEach(adopt);
    };
    childrenOf(node).forEach(adopt);
    return id;
  }
}

function mentionsData(node: Expression): boolean {
  if (node.kind === 'variable') return node.name === 'data' || node.name === 'root';
  return childrenOf(node).some(mentionsData);
}
