/** The syntax tree of an expression. Ranges are offsets into the text of the expression. */
import type { SourceRange } from '@savepoint/server/rules/source-text';

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '==='
  | '!='
  | '!=='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

/** An expression. Parentheses are part of the range of the enclosed expression. */
export type Expression = SourceRange &
  (
    | { readonly kind: 'literal'; readonly value: null | boolean | number | string }
    | { readonly kind: 'regex'; readonly pattern: string; readonly flags: string }
    | { readonly kind: 'array'; readonly elements: readonly Expression[] }
    | { readonly kind: 'variable'; readonly name: string }
    | { readonly kind: 'member'; readonly object: Expression; readonly name: Name }
    | { readonly kind: 'index'; readonly object: Expression; readonly key: Expression }
    | { readonly kind: 'call'; readonly callee: Expression; readonly args: readonly Expression[] }
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
      }
    | {
        readonly kind: 'ternary';
        readonly condition: Expression;
        readonly whenTrue: Expression;
        readonly whenFalse: Expression;
      }
  );

export interface Name extends SourceRange {
  readonly text: string;
}

/** The direct sub-expressions, in source order. */
export function childrenOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'literal':
    case 'regex':
    case 'variable':
      return [];
    case 'array':
      return node.elements;
    case 'member':
      return [node.object];
    case 'index':
      return [node.object, node.key];
    case 'call':
      return [node.callee, ...node.args];
    case 'unary':
      return [node.operand];
    case 'binary':
      return [node.left, node.right];
    case 'ternary':
      return [node.condition, node.whenTrue, node.whenFalse];
  }
}

/** The statically known name of a member: `a.b`, or `a['b']`. */
export function memberName(node: Expression): Name | undefined {
  if (node.kind === 'member') return node.name;
  if (node.kind !== 'index' || node.key.kind !== 'literal' || typeof node.key.value !== 'string') {
    return undefined;
  }
  return { text: node.key.value, start: node.key.start, end: node.key.end };
}
